import { toastDestructive } from '#client/lib/toasts/toast.ts'

/** The first field that told the browser that its text can't be taken; schemas see values only. */
export function refusedField(form: HTMLFormElement | null): HTMLInputElement | null {
  const inputs = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
  return inputs.find((input) => input.willValidate && input.validity.customError) ?? null
}

/** Whether all texts of a form can be taken; else the first one that can't gets the focus and says why. */
export function isAcceptable(form: HTMLFormElement | null): boolean {
  const field = refusedField(form)
  if (field === null) return true
  field.focus()
  field.checkValidity()
  toastDestructive({ title: 'Check your input', message: field.validationMessage })
  return false
}
