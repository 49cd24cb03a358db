import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { OwedRateField, SupplierCountryField } from '#client/features/money/purchase-tax-fields.tsx'

afterEach(cleanup)

const show = (children: ReactNode) => render(<MantineProvider env="test">{children}</MantineProvider>)

test.each([
  ['reverse_charge', 'DE', 'DE', true],
  ['reverse_charge', 'FR', 'DE', false],
  ['reverse_charge', null, 'DE', false],
  ['reverse_charge', 'DE', null, false],
  ['reverse_charge', null, null, false],
  ['import', 'DE', 'DE', false],
  ['exempt', 'DE', 'DE', false],
])('%s by a supplier in %s for an agency in %s: hint shown is %s', (treatment, value, home, isShown) => {
  show(<SupplierCountryField treatment={treatment} value={value} home={home} />)
  expect(screen.queryByText(/^Within your own country/) !== null).toBe(isShown)
})

test.each([
  [1900, '19'],
  [810, '8.1'],
  [0, '0'],
])('a usual rate of %d is shown as %s', (usual, placeholder) => {
  show(<OwedRateField usual={usual} />)
  expect(screen.getByRole('textbox').getAttribute('placeholder')).toBe(placeholder)
  expect(screen.getByText('Leave it empty for your country’s usual rate.')).toBeDefined()
})

test('an unknown usual rate shows no number, and the field describes the consequences', () => {
  show(<OwedRateField usual={null} />)
  expect(screen.getByRole('textbox').getAttribute('placeholder')).toBeNull()
  expect(screen.getByText(/usual rate isn’t known/)).toBeDefined()
})
