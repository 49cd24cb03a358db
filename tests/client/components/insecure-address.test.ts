import { expect, test } from 'vitest'
import { showInsecureAddress } from '#client/components/states/insecure-address.ts'

test('names both addresses and links to the same screen at the correct one', () => {
  history.replaceState(null, '', '/invoices?status=sent#7')
  const root = document.createElement('div')
  root.innerHTML = '<div role="status">Loading...</div>'
  showInsecureAddress(root, 'https://portal.example.test')
  expect(root.querySelector('a')?.href).toBe('https://portal.example.test/invoices?status=sent#7')
  expect(root.textContent).toContain(`You opened the portal at ${location.origin}.`)
  expect(root.textContent).toContain('without PUBLIC_URL')
  expect(root.textContent).not.toContain('Loading')
})
