import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'

type Mark = (form: string, dirty: boolean) => void

const MarkContext = createContext<Mark>(() => {})

/** Tells the screen that a form has unsaved changes. */
export function useUnsavedChanges(dirty: boolean) {
  const mark = useContext(MarkContext)
  const form = useId()
  useEffect(() => {
    mark(form, dirty)
    return () => mark(form, false)
  }, [mark, form, dirty])
}

interface UnsavedChangesProps {
  /** The section that an address opens. */
  sectionOf: (search: Record<string, unknown>) => string
  children: ReactNode
}

/** Asks for confirmation before leaving a section with unsaved changes. */
export function UnsavedChanges({ sectionOf, children }: UnsavedChangesProps) {
  const dirty = useRef(new Set<string>())
  const mark = useRef<Mark>((form, isDirty) => {
    if (isDirty) dirty.current.add(form)
    else dirty.current.delete(form)
  })
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const stays = current.pathname === next.pathname && sectionOf(current.search) === sectionOf(next.search)
      return dirty.current.size > 0 && !stays
    },
    enableBeforeUnload: () => dirty.current.size > 0,
    withResolver: true,
  })
  return (
    <MarkContext value={mark.current}>
      {children}
      <ConfirmDialog
        opened={status === 'blocked'}
        onClose={() => reset?.()}
        title="Leave without saving?"
        message="Your changes to this section haven't been saved."
        confirmLabel="Leave without saving"
        destructive
        onConfirm={() => proceed?.()}
      />
    </MarkContext>
  )
}
