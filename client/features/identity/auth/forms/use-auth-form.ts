import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorData, isUnanswered, serverMessage, UNREACHABLE } from '#client/lib/calls/errors.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import type { Complaint } from './login-rules.ts'

const UNEXPECTED = 'Something went wrong. Please try again.'

interface AuthFormOptions {
  check: () => Complaint | null
  submit: () => Promise<unknown>
  /** 'Login' produces 'Login Failed' (rejected) and 'Login Error' (no connection). */
  subject: string
  /** Appended to the server's error message. */
  hint?: () => Promise<string>
}

/**
 * One submit at a time. The first validation error or the failure is shown as a toast and marks the affected
 * fields.
 */
export function useAuthForm({ check, submit, subject, hint }: AuthFormOptions) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [complaints, setComplaints] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  // After the fields were marked, for every error, even the same one as before.
  useEffect(() => {
    if (complaints > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [complaints])

  const complain = ({ fields = {}, ...complaint }: Complaint) => {
    setErrors(fields)
    setComplaints((count) => count + 1)
    toastDestructive(complaint)
  }

  async function run() {
    setErrors({})
    const complaint = check()
    if (complaint !== null) return complain(complaint)
    setBusy(true)
    try {
      await submit()
    } catch (error) {
      complain(describeFailure(error, subject, (await hint?.()) ?? ''))
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    /** Props that mark a field with an error. */
    field: (name: string) => ({ name, error: errors[name], 'aria-invalid': name in errors || undefined }),
    props: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (!busy) void run()
      },
      onInput: ({ target }: FormEvent) => {
        const { name } = target as HTMLInputElement
        setErrors(({ [name]: _mended, ...others }) => others)
      },
    },
  }
}

/** The affected field and its short text, by error code. */
const FIELDS: Record<string, Record<string, string>> = {
  wrong_credentials: { password: 'Check email and password' },
  email_taken: { email: 'In use' },
  weak_password: { password: 'Choose another one' },
  wrong_code: { code: 'Check the code' },
}

export function describeFailure(error: unknown, subject: string, hint = ''): Complaint {
  if (isUnanswered(error)) return { title: `${subject} Error`, message: UNREACHABLE }
  const { code, title, reason = '' } = errorData(error)
  const message = serverMessage(error) ?? UNEXPECTED
  if (code === 'INTERNAL_SERVER_ERROR') return { title: `${subject} Error`, message }
  const fields = FIELDS[reason]
  return {
    title: title ?? `${subject} Failed`,
    message: hint === '' ? message : `${message} ${hint}`,
    ...(fields && { fields }),
  }
}
