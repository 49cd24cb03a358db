import { dateInZone } from '#shared/base/dates.ts'
import type { InAgency, Tx } from '../../../../base/core/context.ts'
import { mayMail } from '../../../../identity/agencies/commands/count-recipients.ts'
import { quoteOn } from '../../../ledger/queries/exchange-rates.ts'
import { isCompleteEInvoice } from '../queries/e-invoice.ts'
import { billingRecipients, countOf } from '../queries/recipients.ts'

interface Job {
  owner_id: string
  client_id: string
  timezone: string
  currency: string
  base_currency: string
}

/** Why a draft that a job creates in the owner's name can't be sent now, for its owners; null if it can. */
export async function checkSending(agency: Tx<InAgency>, id: string, job: Job): Promise<string | null> {
  const today = dateInZone(agency.now, job.timezone)
  if ((await quoteOn(agency, job.currency, job.base_currency, today)) === null)
    return `there is no exchange rate for ${job.currency}`
  if (!(await isCompleteEInvoice(agency, id))) return 'its e-invoice lacks required details'
  const recipients = countOf(await billingRecipients(agency, job.client_id))
  const mails = await mayMail(agency, job.owner_id, recipients)
  return mails ? null : 'no more emails can be sent for now'
}
