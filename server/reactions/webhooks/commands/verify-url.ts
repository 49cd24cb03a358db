import { mayBePublicHost } from '../../../base/adapters/public-http.ts'
import { type AppError, fieldError } from '../../../base/core/calls/errors.ts'

/** Throws for URLs that could never be delivered to, or only unencrypted. */
export function verifyUrl(address: string): void {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw refused('Please enter an address that starts with https://')
  if (url.username !== '' || url.password !== '') {
    throw refused('Leave name and password out of the address: deliveries are signed instead.')
  }
  if (!mayBePublicHost(url.hostname)) throw refused('This address is not on the public internet.')
}

const refused = (message: string): AppError => fieldError('url', message)
