import { mailOccasionInput, mailTextInput } from '#shared/identity/letterhead/schemas/mail-texts.ts'
import { numberingInput } from '#shared/identity/letterhead/schemas/numbering.ts'
import {
  productArchiveInput,
  productListInput,
  productSaveInput,
} from '#shared/identity/letterhead/schemas/products.ts'
import {
  letterheadBankInput,
  letterheadCompanyInput,
  taxRateArchiveInput,
  taxRatesAddInput,
} from '#shared/identity/letterhead/schemas/profile.ts'
import { agencyProcedure, router } from '../../base/core/calls/procedures.ts'
import { checkOwnTaxId } from './commands/check-tax-id.ts'
import { resetMailText, saveMailText } from './commands/save-mail-text.ts'
import { saveNumbering } from './commands/save-numbering.ts'
import { saveProduct, setProductArchived } from './commands/save-product.ts'
import { saveBank, saveCompany } from './commands/save-profile.ts'
import { addTaxRates, setTaxRateArchived } from './commands/save-tax-rate.ts'
import { listMailTexts } from './queries/mail-texts.ts'
import { getNumbering } from './queries/numbering.ts'
import { listProducts } from './queries/products.ts'
import { getLetterheadProfile, listTaxRates } from './queries/profile.ts'

const read = agencyProcedure.meta({ can: 'letterhead.read' })
const write = agencyProcedure.meta({ can: 'letterhead.write' })
/** Failed password attempts count, too. */
const bank = agencyProcedure.meta({ can: 'bank-details.write', repetition: 'reserve' })
/** Queries an external service, which must not happen in a transaction. */
const viesLookup = agencyProcedure.meta({ can: 'letterhead.write', repetition: 'reserve' })

export const letterheadRouter = router({
  profile: read.query(({ ctx }) => getLetterheadProfile(ctx)),
  saveCompany: write.input(letterheadCompanyInput).mutation(({ ctx, input }) => saveCompany(ctx, input)),
  saveBank: bank.input(letterheadBankInput).mutation(({ ctx, input }) => saveBank(ctx, input)),
  checkTaxId: viesLookup.mutation(({ ctx }) => checkOwnTaxId(ctx)),
  taxRates: read.query(({ ctx }) => listTaxRates(ctx)),
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
