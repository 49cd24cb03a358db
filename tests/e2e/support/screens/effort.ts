import type { Locator } from 'playwright/test'
import { test } from '../portal/portal.ts'

/** The effort of a workflow in user actions. */
export interface Effort {
  clicks: number
  /** Enter, in place of a button. */
  enters: number
  fields: number
}

const NOTHING: Effort = { clicks: 0, enters: 0, fields: 0 }
/** Users don't press Tab more often than this before using the pointer. */
const TABS = 20

/**
 * Counts actions: each click, list option, Enter and filled field. Fields are reached with Tab, which is
 * free, or otherwise with a click, which counts.
 */
export function countActions() {
  const steps = new Map<string, Effort>()
  let current = { ...NOTHING }
  const click = async (control: Locator) => {
    // A window that is clicked comes to the front; in Firefox, no other window has focus.
    await control.page().bringToFront()
    await control.click()
    current.clicks += 1
  }
  return {
    click,
    /** Opens a select and chooses an option. */
    async choose(list: Locator, option: string) {
      await click(list)
      await click(list.page().getByRole('option', { name: option, exact: true }))
    },
    /** Opens an emailed link in an empty page. */
    async openMailed(open: () => Promise<unknown>) {
      await open()
      current.clicks += 1
    },
    async fill(field: Locator, text: string) {
      await field.waitFor()
      if (!(await reach(field))) await click(field)
      await field.fill(text)
      current.fields += 1
    },
    async enter(field: Locator) {
      await field.press('Enter')
      current.enters += 1
    },
    /** Counts the actions in `act` under a name and adds them to the report. */
    async step(name: string, act: () => Promise<void>) {
      current = { ...NOTHING }
      await test.step(name, act)
      steps.set(name, current)
      test.info().annotations.push({ type: 'effort', description: `${name}: ${wordsOf(current)}` })
    },
    of: (name: string): Effort => steps.get(name) ?? NOTHING,
    total(): Effort {
      const sum = (key: keyof Effort) => [...steps.values()].reduce((total, step) => total + step[key], 0)
      const total = { clicks: sum('clicks'), enters: sum('enters'), fields: sum('fields') }
      test.info().annotations.push({ type: 'effort', description: `In all: ${wordsOf(total)}` })
      return total
    },
  }
}

/** Whether Tab reached the field. */
async function reach(field: Locator): Promise<boolean> {
  const isFocused = () => field.evaluate((element) => element === element.ownerDocument.activeElement)
  for (let tab = 0; tab < TABS; tab++) {
    if (await isFocused()) return true
    await field.page().keyboard.press('Tab')
  }
  return isFocused()
}

const wordsOf = ({ clicks, enters, fields }: Effort): string =>
  `${clicks} clicks, ${enters} Enter, ${fields} fields`
