import {
  billingBankInput,
  billingCompanyInput,
  billingDefaultsInput,
  taxRateArchiveInput,
  taxRateSaveInput,
  taxRatesAddInput,
} from '#shared/billing.ts'
import { agencyProcedure, router } from '../core/procedures.ts'
import { saveBillingBank, saveBillingCompany, saveBillingDefaults } from './commands/update-profile.ts'
import { addTaxRates, saveTaxRate, setTaxRateArchived } from './commands/update-tax-rates.ts'
import { checkOwnTaxId } from './commands/verify-tax-id.ts'
import { getBillingProfile, listTaxRates } from './queries/profile.ts'

const read = agencyProcedure.meta({ can: 'billing.read' })
const write = agencyProcedure.meta({ can: 'billing.write' })
/** Asks somebody else first, which no transaction may wait for. */
const asking = agencyProcedure.meta({ can: 'billing.write', repetition: 'claim' })

export const billingRouter = router({
  profile: read.query(({ ctx }) => getBillingProfile(ctx)),
  saveCompany: write.input(billingCompanyInput).mutation(({ ctx, input }) => saveBillingCompany(ctx, input)),
  saveBank: write.input(billingBankInput).mutation(({ ctx, input }) => saveBillingBank(ctx, input)),
  saveDefaults: write
    .input(billingDefaultsInput)
    .mutation(({ ctx, input }) => saveBillingDefaults(ctx, input)),
  checkTaxId: asking.mutation(({ ctx }) => checkOwnTaxId(ctx)),
  taxRates: read.query(({ ctx }) => listTaxRates(ctx)),
  saveTaxRate: write.input(taxRateSaveInput).mutation(({ ctx, input }) => saveTaxRate(ctx, input)),
  addTaxRates: write.input(taxRatesAddInput).mutation(({ ctx, input }) => addTaxRates(ctx, input)),
  setTaxRateArchived: write
    .input(taxRateArchiveInput)
    .mutation(({ ctx, input }) => setTaxRateArchived(ctx, input)),
})
