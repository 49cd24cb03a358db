import { Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { formatMoney } from '#shared/base/amounts/money.ts'
import type { CreditableDto, CreditableLineDto } from '#shared/money/invoices/credit.ts'
import type { LineChoice } from './credit-choice.ts'

interface CreditLinesProps {
  creditable: CreditableDto
  choices: readonly LineChoice[]
  onChange: (choices: LineChoice[]) => void
}

/** The invoice's lines, each to be credited fully or in part. */
export function CreditLines({ creditable, choices, onChange }: CreditLinesProps) {
  const change = (position: number, changes: Partial<LineChoice>) =>
    onChange(choices.map((choice) => (choice.position === position ? { ...choice, ...changes } : choice)))
  return (
    <Stack gap="sm" component="fieldset" bd={0} p={0} m={0}>
      <Text component="legend" size="sm" fw={500} p={0} mb={6}>
        Lines to credit
      </Text>
      {creditable.lines.map((line) => {
        const choice = choices.find(({ position }) => position === line.position)
        return choice === undefined ? null : (
          <CreditedLine
            key={line.position}
            line={line}
            choice={choice}
            creditable={creditable}
            onChange={(changes) => change(line.position, changes)}
          />
        )
      })}
    </Stack>
  )
}

interface CreditedLineProps {
  line: CreditableLineDto
  choice: LineChoice
  creditable: CreditableDto
  onChange: (changes: Partial<LineChoice>) => void
}

function CreditedLine({ line, choice, creditable, onChange }: CreditedLineProps) {
  const { currency, prices_include_tax } = creditable
  const isFullyCredited = line.left_net + line.left_tax === 0
  const left = formatMoney(line.left, currency)
  const tax = prices_include_tax ? 'with tax' : 'before tax'
  const name = (label: string) => `${label} of line ${line.position + 1}`
  return (
    <div>
      <Checkbox
        label={line.description}
        description={isFullyCredited ? 'Credited in full.' : `${left} ${tax} is left.`}
        disabled={isFullyCredited}
        checked={choice.chosen}
        onChange={(event) => onChange({ chosen: event.currentTarget.checked })}
      />
      {choice.chosen && (
        <Group gap="xs" mt={6} ml={30} grow preventGrowOverflow={false}>
          <Select
            aria-label={name('Part')}
            data={[
              { value: 'rest', label: 'Remaining amount' },
              ...(line.left_quantity > 0 ? [{ value: 'quantity', label: 'A quantity' }] : []),
              { value: 'amount', label: `An amount ${tax}` },
            ]}
            allowDeselect={false}
            value={choice.by}
            onChange={(by) => onChange({ by: by as LineChoice['by'] })}
          />
          {choice.by === 'quantity' && (
            <NumberField
              aria-label={name('Quantity')}
              max={line.left_quantity}
              decimals={3}
              suffix={line.unit ?? undefined}
              value={choice.quantity}
              onChange={(quantity) => onChange({ quantity })}
            />
          )}
          {choice.by === 'amount' && (
            <MoneyField
              label=""
              aria-label={name('Amount')}
              currency={currency}
              value={choice.amount}
              onChange={(amount) => onChange({ amount })}
            />
          )}
        </Group>
      )}
    </div>
  )
}
