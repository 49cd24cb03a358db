import type { AuthInfoDto } from '../identity/auth.ts'

/** The prerendered markup of a public page; `of` identifies the installations it is valid for. */
export interface FirstLook {
  page: string
  of: string
  html: string
}

/** The file in the built client that contains them. */
export const FIRST_LOOKS_FILE = '.vite/first-looks.json'

/** Placeholders for the installation's name and the response's nonce. */
export const NAME_MARK = '__APP_NAME__'
export const NONCE_MARK = '__CSP_NONCE__'

/** Everything that public pages show about an installation, except its name. */
export const firstLookOf = ({ logo, registration_open, demo_accounts, demo_password }: AuthInfoDto): string =>
  JSON.stringify([logo, registration_open, demo_accounts, demo_password])
