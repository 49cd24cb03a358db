import type { AuthInfoDto } from './auth.ts'

/** A public page as it is seen before its scripts are here; `of` says for which installations it is true. */
export interface FirstLook {
  page: string
  of: string
  html: string
}

/** The file of the built client that holds them. */
export const FIRST_LOOKS_FILE = '.vite/first-looks.json'

/** Where the installation's name and the response's nonce belong. */
export const NAME_MARK = '__APP_NAME__'
export const NONCE_MARK = '__CSP_NONCE__'

/** All that public pages show of an installation, but its name. */
export const firstLookOf = ({ logo, registration_open, demo_accounts, demo_password }: AuthInfoDto): string =>
  JSON.stringify([logo, registration_open, demo_accounts, demo_password])
