import type { Locator } from 'playwright/test'
import { test } from './portal.ts'

/** What a way through the product asks of hands. */
export interface Effort {
  clicks: number
  /** Enter, where a button would do the same. */
  enters: number
  fields: number
}

const NOTHING: Effort = { clicks: 0, enters: 0, fields: 0 }
/** Nobody goes on with Tab for longer before they reach for the pointer. */
const TABS = 20

/**
 * Hands that count: each click, each option of a list, each press of Enter and each field that is filled. Fields are
 * reached with Tab, which costs nothing, or else with a click, which counts.
 */
export function countingHands() {
  const steps = new Map<string, Effort>()
  let current = { ...NOTHING }
  const click = async (control: Locator) => {
    await control.click()
    current.clicks += 1
  }
  return {
    click,
    /** Opens a list and takes one of its options. */
    async choose(list: Locator, option: string) {
      await click(list)
      await click(list.page().getByRole('option', { name: option, exact: true }))
    },
    /** Opens the link of a mail in a page that has nothing open yet. */
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
    /** Counts what is done in `act` under a name, and says it in the report. */
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

/** Whether Tab led to the field. */
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
