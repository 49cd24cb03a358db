import { readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import { type DatedDemo, signedIn, startDatedDemo } from '#scripts/brand/dated-demo.ts'
import { SHOTS, wordsFile, wordsOn } from '#scripts/brand/shots.ts'

let demo: DatedDemo

test.beforeAll(async () => {
  demo = await startDatedDemo()
})
test.afterAll(() => demo.stop())

for (const shot of SHOTS) {
  test(`the picture "${shot.name}" matches the screen; if not, run npm run pictures`, async ({ browser }) => {
    const page = await signedIn(browser, demo, shot.role, shot.options)
    await shot.open(page)
    expect(await wordsOn(page)).toBe(readFileSync(wordsFile(shot), 'utf8'))
  })
}
