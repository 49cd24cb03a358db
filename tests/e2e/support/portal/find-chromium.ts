import { ensureChromium } from '../../../../scripts/tools/chromium.ts'

/** Finds or installs the browser when tests run, not whenever a tool reads their configuration. */
export default async function findChromium(): Promise<void> {
  process.env.CHROMIUM_PATH ??= await ensureChromium()
}
