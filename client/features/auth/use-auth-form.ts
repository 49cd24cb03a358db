import { type FormEvent, useState } from 'react'
import { errorData, isUnanswered, serverMessage } from '#client/lib/errors.ts'
import { toastDestructive } from '#client/lib/toast.ts'
import type { Complaint } from './login-rules.ts'

const UNREACHABLE = "Can't reach the server. Please try again."
const UNEXPECTED = 'Something went wrong. Please try again.'

/** Here a toast has room beside the card; where it would cover the form, the card alone says it. */
const BESIDE_CARD = '(min-width: 85em)'

interface AuthFormOptions {
  check: () => Complaint | null
  submit: () => Promise<unknown>
  /** 'Login' produces 'Login Failed' (rejected) and 'Login Error' (no connection). */
  subject: string
  /** Appended to the server's error message. */
  hint?: () => Promise<string>
}

/** One submit at a time; the first validation error or the failure stands in the card, and is toasted beside it. */
export function useAuthForm({ check, submit, subject, hint }: AuthFormOptions) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Complaint | null>(null)

  const complain = (complaint: Complaint) => {
    setProblem(complaint)
    if (matchMedia(BESIDE_CARD).matches) toastDestructive(complaint)
  }

  async function run() {
    setProblem(null)
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

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void run()
  }
  return { busy, problem, onSubmit }
}

export function describeFailure(error: unknown, subject: string, hint = ''): Complaint {
  if (isUnanswered(error)) return { title: `${subject} Error`, message: UNREACHABLE }
  const { code, title } = errorData(error)
  const message = serverMessage(error) ?? UNEXPECTED
  if (code === 'INTERNAL_SERVER_ERROR') return { title: `${subject} Error`, message }
  return { title: title ?? `${subject} Failed`, message: hint === '' ? message : `${message} ${hint}` }
}
