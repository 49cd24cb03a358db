import { MantineProvider } from '@mantine/core'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PlanUsage } from '#client/features/money/payments/plans/plan-usage.tsx'

afterEach(cleanup)

const colorOf = (props: { used: number; enforced: boolean }) => {
  const { container } = render(
    <MantineProvider env="test">
      <PlanUsage label="Projects" limit={5} {...props} />
    </MantineProvider>,
  )
  return container.querySelector<HTMLElement>('.mantine-Progress-section')?.style.cssText
}

test('shows usage above a limit in red only if limits are enforced', () => {
  expect(colorOf({ used: 20, enforced: false })).not.toContain('red')
  expect(colorOf({ used: 20, enforced: true })).toContain('red')
  expect(colorOf({ used: 4, enforced: true })).not.toContain('red')
})
