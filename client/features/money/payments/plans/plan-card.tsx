import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import type { PlanDto } from '#shared/money/plans/packages.ts'
import classes from '../payments.module.css'
import { PlanFeatures } from './plan-features.tsx'
import { priceOf } from './price-labels.ts'

interface PlanCardProps {
  plan: PlanDto
  current: boolean
  chosen: boolean
  /** Omitted if the user can't change the plan or is already on it. */
  onChoose?: () => void
}

export function PlanCard({ plan, current, chosen, onChoose }: PlanCardProps) {
  return (
    <article className={classes.plan} data-chosen={chosen || undefined} aria-label={plan.name}>
      <Group justify="space-between" gap="xs" mih={24}>
        <Title order={2} size="h3">
          {plan.name}
        </Title>
        <Group gap={6}>
          {plan.popular && <Badge>Most Popular</Badge>}
          {current && <StatusBadge status="active" label="Current plan" />}
        </Group>
      </Group>
      <span className={classes.price}>{priceOf(plan)}</span>
      <Text size="sm" c="dimmed">
        {plan.description}
      </Text>
      <PlanFeatures plan={plan} />
      {onChoose !== undefined && (
        <Button variant={chosen ? 'filled' : 'default'} aria-pressed={chosen} onClick={onChoose}>
          {`Choose ${plan.name}`}
        </Button>
      )}
    </article>
  )
}
