import { Button, type ButtonProps } from '@mantine/core'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type ComponentProps, createContext, type ReactNode, useContext, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorData } from '#client/lib/calls/errors.ts'
import { rebase } from '#client/lib/calls/rebase.ts'
import { useViewing } from '#client/lib/session/session.ts'
import { showError, toastDestructive } from '#client/lib/toasts/toast.ts'
import { READ_ONLY } from '../states/read-only.tsx'
import { type FormConflict, useFormConflict } from './form-conflict.tsx'
import { isAcceptable } from './refused-fields.ts'

type Values = Record<string, unknown>
/** A schema, or a function that loads one, for forms that open before their schema is needed. */
type SchemaSource<Schema> = Schema | (() => Promise<Schema>)

interface AppFormOptions<Schema extends z.ZodType, Input extends Values> {
  schema: SchemaSource<Schema>
  initialValues: Input
  /**
   * Receives the parsed input; may return the form's values as saved if it isn't reset. A thrown error becomes a toast
   * and field messages.
   */
  onSubmit: (values: z.output<Schema>) => Promise<unknown> | unknown
  /** Shown when an error has no message. */
  fallback: string
  /** The toast for the first validation error; by default titled 'Error' with its message. */
  invalidToast?: (message: string, path: string) => { title: string; message?: string }
  /** Keep the values after success, for edit forms; by default the form resets. */
  resetOnSuccess?: boolean
  /** Reloads the edited record as form values, including `version`, after a conflict. */
  latest?: () => Promise<Input>
}

export interface AppFormState<Input extends Values> {
  fields: UseFormReturnType<Input>
  submitting: boolean
  submit: () => Promise<void>
  /** Set when someone else saved the record first; `FormDialog` shows the changes and both options. */
  conflict?: FormConflict | null
}

/**
 * The standard form: validates with the server's schema, shows a toast for the first error and each message
 * at its field, and keeps the input if the server rejects it.
 */
export function useAppForm<Schema extends z.ZodType, Input extends Values>(
  options: AppFormOptions<Schema, Input>,
): AppFormState<Input> {
  const fields = useForm<Input>({ initialValues: options.initialValues })
  const [submitting, setSubmitting] = useState(false)
  const running = useRef(false)
  const collision = useFormConflict(fields, options.latest)

  async function submit() {
    if (running.current) return
    running.current = true
    setSubmitting(true)
    try {
      const schema = await load(options.schema)
      const parsed = schema.safeParse(fields.getValues())
      if (!parsed.success) {
        const messages = messagesByField(parsed.error.issues)
        fields.setErrors(messages as FormErrors)
        const [[path, message] = ['', '']] = Object.entries(messages)
        toastDestructive(options.invalidToast?.(message, path) ?? { title: 'Check your input', message })
        return
      }
      fields.clearErrors()
      collision.clear()
      const sent = fields.getValues()
      const saved = ((await options.onSubmit(parsed.data)) ?? sent) as Input
      if (options.resetOnSuccess ?? true) fields.reset()
      else {
        // What was typed meanwhile stays, and isn't saved yet.
        fields.setValues(rebase(sent, fields.getValues(), saved).values)
        fields.resetDirty(saved)
      }
    } catch (error) {
      if (await collision.show(error)) return
      fields.setErrors(errorData(error).fields ?? {})
      showError(error, options.fallback)
    } finally {
      running.current = false
      setSubmitting(false)
    }
  }

  return { fields, submitting, submit, conflict: collision.conflict }
}

const load = <Schema extends z.ZodType>(source: SchemaSource<Schema>): Promise<Schema> =>
  typeof source === 'function' ? source() : Promise.resolve(source)

/** The first error message of each field. */
export function messagesByField(issues: readonly { path: PropertyKey[]; message: string }[]) {
  const messages: Record<string, string> = {}
  for (const issue of issues) messages[issue.path.join('.')] ??= issue.message
  return messages
}

const SubmittingContext = createContext(false)

interface AppFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  form: Pick<AppFormState<Values>, 'submitting' | 'submit'>
  children: ReactNode
}

/** The form element, without native validation popups so that our own messages are shown. */
export function AppForm({ form, children, ...props }: AppFormProps) {
  return (
    <form
      {...props}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble through portals, so a dialog's form would also submit an outer form.
        event.stopPropagation()
        // Keyboard shortcuts submit even while the button is disabled.
        if (isSubmittable(event.currentTarget) && isAcceptable(event.currentTarget)) void form.submit()
      }}
    >
      <SubmittingContext value={form.submitting}>{children}</SubmittingContext>
    </form>
  )
}

const isSubmittable = (form: HTMLFormElement): boolean =>
  form.querySelector('[type="submit"]')?.matches(':disabled') !== true

interface SubmitButtonProps extends ButtonProps {
  children: string
  /** Shown while submitting. */
  busy?: string
}

export function SubmitButton({
  children,
  busy = 'Saving...',
  disabled = false,
  ...props
}: SubmitButtonProps) {
  const submitting = useContext(SubmittingContext)
  const viewing = useViewing()
  return (
    <Button
      type="submit"
      disabled={submitting || viewing || disabled}
      title={viewing ? READ_ONLY : undefined}
      {...props}
    >
      {submitting ? busy : children}
    </Button>
  )
}
