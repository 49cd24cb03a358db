import type { Locator } from 'playwright/test'

/** Selects an entry of an invoice's “…” menu, such as 'Void'. */
export async function chooseAction(invoice: Locator, name: string): Promise<void> {
  await invoice
    .getByRole('button', { name: /^Actions for INV-/ })
    .first()
    .click()
  await invoice.page().getByRole('menuitem', { name }).click()
}
