import { randomId } from '../random-id.ts'
import { FORM_DRAFTS, readStored, writeStored } from './local-store.ts'
import { tabStorage } from './storage.ts'

type Values = Record<string, unknown>

/** The input of a form by field, and the initial values of its fields. */
export interface FormDraft {
  typed: Values
  before: Values
}

interface Drafts {
  owner: string
  forms: Record<string, FormDraft>
}

const MAX_FORMS = 10
const SIGN_IN = 'sign-in'

/** The user since the last sign-out in any tab, because each tab has its own drafts. */
function ownerOf(userId: string): string {
  if (readStored(SIGN_IN) === '') writeStored(SIGN_IN, randomId())
  return `${userId} ${readStored(SIGN_IN)}`
}

function readForms(userId: string): Drafts['forms'] {
  try {
    const { owner, forms }: Drafts = JSON.parse(tabStorage.read(FORM_DRAFTS) ?? '{}')
    if (owner === ownerOf(userId)) return forms
    tabStorage.remove(FORM_DRAFTS)
  } catch {
    // Another version wrote the value.
  }
  return {}
}

export const readFormDraft = (userId: string, form: string): FormDraft | null =>
  readForms(userId)[form] ?? null

/** Stores a draft for this tab, or removes it. */
export function writeFormDraft(userId: string, form: string, draft: FormDraft | null): void {
  const { [form]: earlier, ...others } = readForms(userId)
  if (draft === null && earlier === undefined) return
  const newest = Object.entries(others).slice(1 - MAX_FORMS)
  const forms = Object.fromEntries(draft === null ? newest : [...newest, [form, draft]])
  tabStorage.write(FORM_DRAFTS, JSON.stringify({ owner: ownerOf(userId), forms }))
}
