import { Alert, Button, Group } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { sameValue } from '#client/lib/calls/rebase.ts'
import { type FormDraft, readFormDraft, writeFormDraft } from '#client/lib/session/form-drafts.ts'
import { useSession } from '#client/lib/session/session-state.ts'

type Values = Record<string, unknown>

/** The part of the form that a draft needs, independent of its type. */
export interface DraftFields {
  getValues(): object
  getInitialValues(): object
  setValues(values: object): void
}

interface FormDraftOfferProps {
  title: string
  fields: DraftFields
  form: RefObject<HTMLElement | null>
  /** Whether the dialog closed because its input was saved or discarded. */
  isOver: () => boolean
}

/** Stores the input until it is saved or discarded, and offers it again after the page was reloaded. */
export function FormDraftOffer({ title, fields, form, isOver }: FormDraftOfferProps) {
  const userId = useSession().user?.user_id ?? null
  const [key] = useState(() => `${location.pathname}${location.search} ${title} ${recordOf(fields)}`)
  const [offer, setOffer] = useState(() =>
    userId === null ? null : offered(readFormDraft(userId, key), fields),
  )
  const store = useEffectEvent((draft: FormDraft | null) => {
    if (userId !== null) writeFormDraft(userId, key, draft)
  })
  useEffect(() => {
    const draft = draftOf(fields)
    if (draft !== null) store(hasSecret(form.current) ? null : draft)
    else if (offer === null) store(null)
  })
  const end = useEffectEvent(() => {
    if (isOver()) store(null)
  })
  useEffect(() => () => end(), [])
  if (offer === null) return null
  return (
    <Alert title="You typed something here that wasn’t saved." p="sm">
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            fields.setValues(offer)
            setOffer(null)
          }}
        >
          Restore what you typed
        </Button>
        <Button size="xs" variant="subtle" onClick={() => setOffer(null)}>
          Discard it
        </Button>
      </Group>
    </Alert>
  )
}

/** Which record the form changes or adds to. The dialog may not have its own URL. */
function recordOf(fields: DraftFields): string {
  const { id, request_id: _new, ...others } = fields.getInitialValues() as Values
  if (id != null) return String(id)
  const related = Object.entries(others).filter(([field, value]) => field.endsWith('_id') && value != null)
  return related.map(([field, value]) => `${field}=${value}`).join(' ')
}

/** Fields whose values must not be stored in the browser, even while a password is shown as text. */
const SECRETS =
  '[class*="PasswordInput"], [autocomplete="one-time-code"], [autocomplete^="cc-"], [data-secret]'

const hasSecret = (form: HTMLElement | null): boolean => form?.querySelector(SECRETS) != null

/** Whether a value is unchanged after being stored, unlike files. */
const isStorable = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean', 'undefined'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isStorable)) ||
  (Object.getPrototypeOf(value) === Object.prototype && Object.values(value as object).every(isStorable))

/** The changed fields; null if there are none. */
function draftOf(fields: DraftFields): FormDraft | null {
  const [values, initial] = [fields.getValues() as Values, fields.getInitialValues() as Values]
  const changed = Object.keys(values).filter(
    (field) => !sameValue(values[field], initial[field]) && isStorable(values[field]),
  )
  if (changed.length === 0) return null
  const pick = (from: Values) => Object.fromEntries(changed.map((field) => [field, from[field]]))
  return { typed: pick(values), before: pick(initial) }
}

/** For an existing record, a draft is offered only while its fields are unchanged; none if the form has its input. */
function offered(draft: FormDraft | null, fields: DraftFields): Values | null {
  if (draft === null) return null
  const [values, initial] = [fields.getValues() as Values, fields.getInitialValues() as Values]
  if (Object.keys(draft.typed).every((field) => sameValue(draft.typed[field], values[field]))) return null
  const exists = initial.id !== undefined || initial.version !== undefined
  const fits = Object.keys(draft.before).every((field) => sameValue(draft.before[field], initial[field]))
  return exists && !fits ? null : draft.typed
}
