import { test as setup } from 'playwright/test'
import { OTHER_ENGINES } from '#scripts/tools/other-engines.ts'

for (const [name, { ensure, missing }] of Object.entries(OTHER_ENGINES)) {
  setup(`installs ${name} where it can be had`, () => {
    if (ensure()) return
    console.log(missing)
    setup.skip(true, missing)
  })
}
