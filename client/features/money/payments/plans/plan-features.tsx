import { Text } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { isPlanned, type PlanDto, planLimits } from '#shared/money/plans/packages.ts'
import classes from '../payments.module.css'

/** The plan's limits and features. */
export const PlanFeatures = ({ plan }: { plan: PlanDto }) => (
  <ul className={classes.features}>
    {[...planLimits(plan), ...plan.features].map((feature) => (
      <li key={feature}>
        {isPlanned(feature) ? <IconClock size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
        {feature}
        {isPlanned(feature) && (
          <Text span inherit c="dimmed">
            (planned)
          </Text>
        )}
      </li>
    ))}
  </ul>
)
