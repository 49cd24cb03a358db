import { hostname } from 'node:os'
import { expect } from 'playwright/test'
import { findMailedLink } from '../../support/portal/mail.ts'
import { test } from '../../support/screens/webkit.ts'

const PASSWORD = 'quiet-harbour-7'
const INVITATION = /http:\/\/[^/]+:\d+\/auth\?invitation=[\w-]+/

test.use({ data: 'empty' })

/** The machine's host name stands in for a host on a local network, for which no certificate exists. */
const ADDRESSES = [
  { at: 'at a secure address', host: 'localhost', isSecure: true },
  { at: 'without HTTPS', host: hostname(), isSecure: false },
]

for (const { at, host, isSecure } of ADDRESSES) {
  test.describe(() => {
    test.use({ hostname: host, env: { HOST: host } })

    test(`a new agency gets from sign-up to its first paid invoice ${at}`, async ({
      portal,
      webkit: page,
    }) => {
      test.slow()
      await page.goto('/')
      expect(await page.run('return isSecureContext')).toBe(isSecure)
      await page.follow('Get Started', ['textbox', 'Agency name'])
      await page.fill('Name', 'Rosa Lind')
      await page.fill('Email', 'rosa@lind.test')
      await page.fill('Password', PASSWORD, 'password')
      await page.fill('Confirm password', PASSWORD, 'password')
      await page.fill('Agency name', 'Lind & Co')
      await page.click('button', 'Create account')
      await page.see('heading', 'Agency Dashboard')

      await page.click('button', 'Add your first client')
      await page.fill('Name', 'Otto Berg')
      await page.fill('Email', 'otto@berg.test')
      await page.click('switch', /^Send portal invitation/)
      await page.click('button', 'Add Client')
      await page.seeText('1 of 7 done')
      const invitation = await findMailedLink(portal.dataDir, INVITATION)

      await page.goto('/invoices?new=1')
      await page.choose('Client', /Otto Berg/)
      await page.fill('Title', 'First trees')
      await page.fill('Description of line 1', 'Oak')
      await page.fill('Rate of line 1', '50')
      await page.click('button', 'Save and send')
      await page.click('button', 'Send invoice')
      await page.seeText('Invoice sent')

      await page.forgetUser()
      await page.goto(invitation)
      await page.fill('Password', PASSWORD, 'password')
      await page.click('button', 'Accept invitation')
      await page.see('heading', 'Client Portal')
      await page.click('link', 'Pay')
      await page.fill('Card number', '4242424242424242')
      await page.fill('Expiry', '12 / 34')
      await page.fill('CVC', '123')
      await page.click('button', 'Pay $50.00 USD')
      await page.see('link', 'Download receipt')

      await page.forgetUser()
      await page.goto('/auth')
      await page.fill('Email', 'rosa@lind.test')
      await page.fill('Password', PASSWORD, 'password')
      await page.click('button', 'Sign In')
      await page.see('link', /^Monthly Revenue \$50/)
      await page.goto('/accounts')
      await page.seeText('$50')
    })
  })
}
