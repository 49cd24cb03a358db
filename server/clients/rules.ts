import type { ClientDto } from '#shared/clients.ts'

type ClientEdit = Pick<ClientDto, 'name' | 'email' | 'phone' | 'company' | 'address' | 'portal_access'> &
  Partial<Pick<ClientDto, 'billing_currency'>>

/** Field → present text of everything that differs from what the editor is about to save. */
export function changedClientFields(current: ClientDto, edit: ClientEdit): Record<string, string> {
  const texts: [string, string | null, string | null][] = [
    ['name', current.name, edit.name],
    ['email', current.email, edit.email],
    ['phone', current.phone, edit.phone],
    ['company', current.company, edit.company],
    ['address', current.address, edit.address],
    ['billing_currency', current.billing_currency, edit.billing_currency ?? null],
    ['portal_access', wordOf(current.portal_access), wordOf(edit.portal_access)],
  ]
  return Object.fromEntries(
    texts.flatMap(([field, present, edited]) => (present === edited ? [] : [[field, present ?? '']])),
  )
}

const wordOf = (flag: boolean): string => (flag ? 'yes' : 'no')
