import { toastDestructive } from '#client/lib/toasts/toast.ts'

/** The first field whose text is invalid according to the browser; schemas see only values. */
export function refusedField(form: HTMLFormElement | null): HTMLInputElement | null {
  const inputs = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  return inputs.find((input) => input.willValidate && input.validity.customError) ?? null
}

/** Whether all fields of a form have valid text; otherwise the first invalid one is focused and shows the reason. */
export function isAcceptable(form: HTMLFormElement | null): boolean {
  const field = refusedField(form)
  if (field === null) return true
  field.focus()
  field.checkValidity()
  toastDestructive({ title: 'Check your input', message: field.validationMessage })
  return false
}

/** Whether the form has typed text that its fields haven't applied yet. */
export const hasUnfinishedEntry = (form: HTMLFormElement | null): boolean =>
  form?.querySelector('[data-unfinished]') != null
