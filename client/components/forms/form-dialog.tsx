import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from '../dialogs/dialog.tsx'
import { DiscardDialog } from '../dialogs/discard-dialog.tsx'
import { AppForm, type AppFormState, SubmitButton } from './app-form.tsx'
import { ConflictNotice } from './form-conflict.tsx'
import classes from './form-dialog.module.css'
import { type DraftFields, FormDraftOffer } from './form-draft.tsx'
import { hasUnfinishedEntry, isAcceptable, refusedField } from './refused-fields.ts'
import { useLeaveQuestion } from './use-leave-question.ts'

interface FormDialogProps {
  title: string
  opened: boolean
  onClose: () => void
  form: Pick<AppFormState<Record<string, unknown>>, 'submitting' | 'submit' | 'conflict'> & {
    fields?: DraftFields & { isDirty: () => boolean }
  }
  submitLabel: string
  /** Replaces “Saving...”. */
  busyLabel?: string
  /** A second way to submit the form. */
  also?: { label: string; onClick: () => void }
  size?: 'md' | 'lg' | 'xl' | '60rem'
  /** A preview of the result, in a column beside the form; phones switch between the two. */
  beside?: { label: string; content: ReactNode }
  /** The action can't easily be undone. */
  destructive?: boolean
  children: ReactNode
}

/**
 * A dialog with one form; full screen on phones. It can't be closed while saving. Escape, the close button and Back
 * ask before discarding unsaved input, which is offered again after a reload.
 */
export function FormDialog({ title, opened, onClose, form, submitLabel, ...props }: FormDialogProps) {
  const { also, beside } = props
  const element = useRef<HTMLFormElement>(null)
  const saving = useRef(false)
  const closed = useRef(false)
  const isOver = () => closed.current || saving.current || form.submitting
  useEffect(() => {
    if (!form.submitting) saving.current = false
  })
  useEffect(() => {
    if (opened) closed.current = false
  }, [opened])
  const close = () => {
    if (form.submitting) return
    closed.current = true
    onClose()
  }
  const isUnsaved = () =>
    form.fields?.isDirty() === true ||
    refusedField(element.current) !== null ||
    hasUnfinishedEntry(element.current)
  const question = useLeaveQuestion(opened, () => !isOver() && isUnsaved(), close)
  const submit = () => {
    saving.current = true
    return form.submit()
  }
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={() => (isUnsaved() ? question.ask() : close())}
      size={props.size ?? 'md'}
      sheet
      fullScreen={beside !== undefined}
      closeOnClickOutside={false}
    >
      <Beside beside={beside}>
        <AppForm
          ref={element}
          form={{ submitting: form.submitting, submit }}
          onKeyDown={(event) => {
            // In a textarea, Enter alone inserts a line break.
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.requestSubmit()
          }}
        >
          <Stack gap="sm">
            {form.fields && (
              <FormDraftOffer title={title} fields={form.fields} form={element} isOver={isOver} />
            )}
            {props.children}
            <ConflictNotice conflict={form.conflict ?? null} />
            <Group
              justify="flex-end"
              gap="xs"
              className={classes.foot}
              data-beside={beside !== undefined || undefined}
            >
              <Button variant="default" onClick={close} disabled={form.submitting}>
                Cancel
              </Button>
              {also !== undefined && (
                <Button
                  variant="default"
                  onClick={() => isAcceptable(element.current) && also.onClick()}
                  disabled={form.submitting}
                >
                  {also.label}
                </Button>
              )}
              <SubmitButton
                color={props.destructive ? 'red.8' : undefined}
                {...(props.busyLabel !== undefined && { busy: props.busyLabel })}
              >
                {submitLabel}
              </SubmitButton>
            </Group>
          </Stack>
        </AppForm>
      </Beside>
      {question.leaving && (
        <DiscardDialog
          message="What you entered hasn’t been saved."
          onClose={question.stay}
          onDiscard={question.leave}
        />
      )}
    </Dialog>
  )
}

/** The form and its preview: two columns, or one at a time on narrow screens. */
function Beside({ beside, children }: Pick<FormDialogProps, 'beside' | 'children'>) {
  const [shown, setShown] = useState('form')
  if (beside === undefined) return children
  const { label, content } = beside
  return (
    <>
      <SegmentedControl
        className={classes.switch}
        fullWidth
        mb="sm"
        aria-label="Show"
        data={[
          { value: 'form', label: 'Edit' },
          { value: 'beside', label },
        ]}
        value={shown}
        onChange={setShown}
      />
      <div className={classes.columns} data-shown={shown}>
        <div className={classes.form}>{children}</div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long form is scrolled by keyboard */}
        <section className={classes.beside} aria-label={label} tabIndex={0}>
          {content}
        </section>
      </div>
    </>
  )
}
