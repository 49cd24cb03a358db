import { Select, type SelectProps } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { planLabel } from './plan-label.ts'

/** A select of all plans that aren't archived. */
export function PlanSelect(props: Omit<SelectProps, 'data'>) {
  const plans = trpc.packages.list.useQuery({})
  return (
    <Select
      {...props}
      data={(plans.data ?? []).map((plan) => ({ value: plan.id, label: planLabel(plan) }))}
      allowDeselect={false}
    />
  )
}
