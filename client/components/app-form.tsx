import { Button, type ButtonProps } from '@mantine/core'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type ComponentProps, createContext, type ReactNode, useContext, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorData } from '#client/lib/errors.ts'
import { showError, toastDestructive } from '#client/lib/toast.ts'
import { type FormConflict, useFormConflict } from './form-conflict.tsx'
import { useKeptInput } from './kept-input.ts'

type Values = Record<string, unknown>
/** A schema, or a function that loads one, for forms that open before their schema is needed. */
type SchemaSource<Schema> = Schema | (() => Promise<Schema>)

interface AppFormOptions<Schema extends z.ZodType, Input extends Values> {
  schema: SchemaSource<Schema>
  initialValues: Input
  /** Gets what the schema made of the input; a thrown error becomes the toast and the fields' messages. */
  onSubmit: (values: z.output<Schema>) => Promise<unknown> | unknown
  /** Shown when a failure brings no words of its own. */
  fallback: string
  /** The toast of the first broken rule; by default titled 'Error' with the rule's message. */
  invalidToast?: (message: string, path: string) => { title: string; message?: string }
  /** Edit forms keep what was saved; by default a form is empty again after success. */
  resetOnSuccess?: boolean
  /** Reads the edited record again, as form values with its `version`, when someone else saved it first. */
  latest?: () => Promise<Input>
}

export interface AppFormState<Input extends Values> {
  fields: UseFormReturnType<Input>
  submitting: boolean
  submit: () => Promise<void>
  /** Someone else saved the record first; `FormDialog` shows what changed and the two ways on. */
  conflict?: FormConflict | null
}

/**
 * The one way to build a form: validates with the schema the server uses, shows one toast for the first
 * broken rule and every message at its field, keeps the input when the server refuses.
 */
export function useAppForm<Schema extends z.ZodType, Input extends Values>(
  options: AppFormOptions<Schema, Input>,
): AppFormState<Input> {
  const fields = useForm<Input>({ initialValues: options.initialValues })
  const [submitting, setSubmitting] = useState(false)
  const running = useRef(false)
  const collision = useFormConflict(fields, options.latest)
  useKeptInput(fields, options.fallback)

  async function submit() {
    if (running.current) return
    running.current = true
    setSubmitting(true)
    try {
      const schema = await load(options.schema)
      const parsed = schema.safeParse(fields.getValues())
      if (!parsed.success) {
        fields.setErrors(messagesByField(parsed.error.issues) as FormErrors)
        const [first] = parsed.error.issues
        const message = first?.message ?? 'Please check what you entered.'
        toastDestructive(
          options.invalidToast?.(message, first?.path.join('.') ?? '') ?? { title: 'Error', message },
        )
        return
      }
      fields.clearErrors()
      collision.clear()
      await options.onSubmit(parsed.data)
      if (options.resetOnSuccess ?? true) fields.reset()
      else fields.resetDirty()
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

/** The first message of each field. */
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

/** The form element: the browser's own bubbles stay away, so that our messages are seen. */
export function AppForm({ form, children, ...props }: AppFormProps) {
  return (
    <form
      {...props}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog's form lives in a portal, but React bubbles through it to an outer form.
        event.stopPropagation()
        void form.submit()
      }}
    >
      <SubmittingContext value={form.submitting}>{children}</SubmittingContext>
    </form>
  )
}

interface SubmitButtonProps extends ButtonProps {
  children: string
  /** Shown while submitting. */
  busy?: string
}

export function SubmitButton({ children, busy = 'Saving...', ...props }: SubmitButtonProps) {
  const submitting = useContext(SubmittingContext)
  return (
    <Button type="submit" disabled={submitting} {...props}>
      {submitting ? busy : children}
    </Button>
  )
}
