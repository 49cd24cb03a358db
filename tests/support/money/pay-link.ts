import type { Caller } from '../caller.ts'

/** The token of a new pay link to the invoice. */
export const payLinkToken = async (owner: Caller, id: string): Promise<string> =>
  new URL((await owner.invoices.createPayLink({ id })).url).searchParams.get('token') ?? ''
