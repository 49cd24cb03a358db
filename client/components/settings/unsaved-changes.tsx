import { type ParsedPath, useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { useStaying } from '#client/lib/use-staying.ts'

type Mark = (form: string, dirty: boolean) => void

const UNASKED = { ignoreBlocker: true }

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
  /** The section that a URL opens. */
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
  const { history, options } = useRouter()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const shown = ({ pathname, search }: ParsedPath) => `${pathname} ${sectionOf(options.parseSearch(search))}`
  const isDirty = () => dirty.current.size > 0
  useStaying(
    true,
    ({ action, currentLocation, nextLocation }) => {
      if (!isDirty() || shown(currentLocation) === shown(nextLocation)) return false
      const { href, state } = nextLocation
      const go = () => {
        if (action === 'PUSH') history.push(href, state, UNASKED)
        else if (action === 'REPLACE') history.replace(href, state, UNASKED)
        else history.go(state.__TSR_index - currentLocation.state.__TSR_index, UNASKED)
      }
      // Going back from the confirmation stays as well.
      setLeave((asked) => (asked === null ? go : null))
      return true
    },
    isDirty,
  )
  return (
    <MarkContext value={mark.current}>
      {children}
      <ConfirmDialog
        opened={leave !== null}
        onClose={() => setLeave(null)}
        title="Leave without saving?"
        message="Your changes to this section haven’t been saved."
        confirmLabel="Leave without saving"
        destructive
        onConfirm={() => leave?.()}
      />
    </MarkContext>
  )
}
