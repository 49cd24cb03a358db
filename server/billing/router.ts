import {
  billingBankInput,
  billingCompanyInput,
  billingDefaultsInput,
  taxRateArchiveInput,
  taxRateSaveInput,
  taxRatesAddInput,
} from '#shared/billing.ts'
import { mailOccasionInput, mailTextInput } from '#shared/mail-texts.ts'
import { numberingInput } from '#shared/numbering.ts'
import { productArchiveInput, productListInput, productSaveInput } from '#shared/products.ts'
import { agencyProcedure, router } from '../core/procedures.ts'
import { resetMailText, saveMailText } from './commands/update-mail-texts.ts'
import { saveNumbering } from './commands/update-numbering.ts'
import { saveProduct, setProductArchived } from './commands/update-products.ts'
import { saveBillingBank, saveBillingCompany, saveBillingDefaults } from './commands/update-profile.ts'
import { addTaxRates, saveTaxRate, setTaxRateArchived } from './commands/update-tax-rates.ts'
import { checkOwnTaxId } from './commands/verify-tax-id.ts'
import { listMailTexts } from './queries/mail-texts.ts'
import { getNumbering } from './queries/numbering.ts'
import { listProducts } from './queries/products.ts'
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
  numbering: read.query(({ ctx }) => getNumbering(ctx)),
  saveNumbering: write.input(numberingInput).mutation(({ ctx, input }) => saveNumbering(ctx, input)),
  products: read.input(productListInput).query(({ ctx, input }) => listProducts(ctx, input)),
  saveProduct: write.input(productSaveInput).mutation(({ ctx, input }) => saveProduct(ctx, input)),
  setProductArchived: write
    .input(productArchiveInput)
    .mutation(({ ctx, input }) => setProductArchived(ctx, input)),
  mailTexts: read.query(({ ctx }) => listMailTexts(ctx)),
  saveMailText: write.input(mailTextInput).mutation(({ ctx, input }) => saveMailText(ctx, input)),
  resetMailText: write.input(mailOccasionInput).mutation(({ ctx, input }) => resetMailText(ctx, input)),
})
