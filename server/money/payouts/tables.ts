import type { Generated } from 'kysely'
import type { AgencyId } from '#shared/base/roles.ts'
import type { BillTreatment } from '#shared/money/bills.ts'
import type { BillingSide, SelfBillKind } from '#shared/money/self-billing.ts'

declare module '../../base/db/schema.ts' {
  interface TenantSchema {
    payout_accounts: PayoutAccountTable
    sepa_batches: SepaBatchTable
    sepa_transfers: SepaTransferTable
    payout_bills: PayoutBillTable
    payout_bill_files: PayoutBillFileTable
    self_billing_agreements: SelfBillingAgreementTable
    self_bill_series: SelfBillSeriesTable
    self_bills: SelfBillTable
    payout_tax_changes: PayoutTaxChangeTable
  }
}

/** A contributor's bank account. */
interface PayoutAccountTable {
  agency_id: AgencyId
  id: string
  employee_id: string
  account_holder: string
  /** Encrypted with the installation's key. */
  iban: string
  /** The part of it that screens show. */
  iban_hint: string
  bic: string | null
  /** The name of the person who last changed it. */
  changed_by: string
  version: number
  created_at: string
  updated_at: string
}

/** A file of credit transfers in euros. */
interface SepaBatchTable {
  agency_id: AgencyId
  id: string
  total: number
  transfer_count: number
  /** Calendar date. */
  execute_on: string
  /** Encrypted with the installation's key, because it has account numbers. */
  file: string
  /** The name of the person who made it. */
  made_by: string
  settled_at: string | null
  cancelled_at: string | null
  created_at: string
}

/** A payout in a batch that wasn't canceled. */
interface SepaTransferTable {
  agency_id: AgencyId
  payout_id: string
  batch_id: string
}

/** A contributor's bill of a payout. */
interface PayoutBillTable {
  agency_id: AgencyId
  id: string
  payout_id: string
  employee_id: string
  number: string
  /** The form in which the numbers of one contributor are compared. */
  number_key: string
  /** Calendar date. */
  issued_on: string
  currency: string
  net: number
  treatment: BillTreatment
  /** Basis points. */
  tax_bps: number
  tax: number
  tax_id: string | null
  /** The payout's amount before the bill. */
  payout_amount: number
  /** The name of the person who recorded it. */
  recorded_by: string
  created_at: string
  /** The self-billed document; null if the contributor wrote the bill. */
  self_bill_id: string | null
  /** The contributor's, ISO 3166-1; null if it isn't known. */
  country: string | null
  /** The rate at which the agency owes the tax itself; null if it owes none. */
  owed_bps: number | null
  /** The share of the tax that can be deducted; null for all of it. */
  deductible_bps: Generated<number | null>
}

/** An uploaded bill; its bytes are in the storage under `storage_key`. */
interface PayoutBillFileTable {
  agency_id: AgencyId
  id: string
  employee_id: string
  /** Null until the bill is recorded. */
  bill_id: string | null
  name: string
  content_type: string
  /** Bytes. */
  size: number
  sha256: string
  storage_key: string
  created_at: string
}

/** An agreement that the agency writes a contributor's bills. The one of the highest generation counts. */
interface SelfBillingAgreementTable {
  agency_id: AgencyId
  id: string
  employee_id: string
  generation: number
  prefix_key: string
  text_version: string
  /** Calendar date: the last day on which documents can be made. */
  ends_on: string | null
  /** The names of the people who did it. */
  requested_by: string
  accepted_by: string | null
  accepted_at: string | null
  /** The supplier, entered with the acceptance. */
  legal_name: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  country: string | null
  tax_id: string | null
  treatment: BillTreatment | null
  /** Basis points. */
  tax_bps: number | null
  revoked_by: string | null
  revoked_side: BillingSide | null
  revoked_at: string | null
  document_count: number
  version: number
  created_at: string
  updated_at: string
}

/** The numbers of a contributor's self-billed documents; a prefix belongs to one contributor permanently. */
interface SelfBillSeriesTable {
  agency_id: AgencyId
  employee_id: string
  prefix: string
  /** The form in which prefixes are compared. */
  prefix_key: string
  next_number: number
  created_at: string
}

/** A self-billed document or the cancellation of one. Rows never change. */
interface SelfBillTable {
  agency_id: AgencyId
  id: string
  employee_id: string
  agreement_id: string
  /** The payout may be canceled after its document was. */
  payout_id: string
  kind: SelfBillKind
  number: string
  /** The form in which numbers are compared. */
  number_key: string
  cancels_id: string | null
  /** Why it was canceled; on cancellations. */
  reason: string | null
  /** Calendar date. */
  issued_on: string
  currency: string
  /** Negative on cancellations. */
  net: number
  tax: number
  /** The printed content, a `SelfBillPaper` as JSON. */
  paper: string
  /** The name of the person who made it. */
  made_by: string
  made_side: BillingSide
  created_at: string
}

/** Entries that changed a paid payout's tax later, besides the entry of the payout itself. */
interface PayoutTaxChangeTable {
  agency_id: AgencyId
  entry_id: string
  payout_id: string
}
