import { MantineProvider, NumberInput } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { theme } from '#client/theme/theme.ts'

afterEach(cleanup)

test('number fields have no stepper buttons, which are too small to touch; arrow keys work', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <NumberInput label="Hours" defaultValue={2} />
    </MantineProvider>,
  )
  expect(screen.queryAllByRole('button', { hidden: true })).toEqual([])
  const field = screen.getByRole('textbox', { name: 'Hours' })
  await userEvent.type(field, '{ArrowUp}')
  expect(field).toHaveProperty('value', '3')
})
