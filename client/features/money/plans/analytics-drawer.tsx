import { Stack } from '@mantine/core'
import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatCard } from '#shared/base/amounts/money.ts'
import type { PackageAnalyticsDto } from '#shared/money/plans/packages.ts'
import classes from './packages.module.css'

/** Subscribers and monthly recurring revenue by plan. */
export function AnalyticsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const query = trpc.packages.analytics.useQuery(undefined, { enabled: opened })
  return (
    <RecordDrawer query={query} title="Package analytics" opened={opened} onClose={onClose}>
      {(analytics) => <Analytics analytics={analytics} />}
    </RecordDrawer>
  )
}

function Analytics({ analytics }: { analytics: PackageAnalyticsDto }) {
  const money = (amount: number) => formatCard(amount, analytics.currency)
  const percent = (value: number | null) => (value === null ? '–' : `${value}%`)
  return (
    <Stack gap="lg">
      <StatTiles>
        <StatTile
          label="MRR"
          value={money(analytics.mrr)}
          hint={`${money(analytics.arr)} a year`}
          to="/agencies"
        />
        <StatTile
          label="Subscribers"
          value={analytics.subscribers}
          hint={`${analytics.paying} paying`}
          to="/agencies"
        />
        <StatTile
          label="Trial conversion"
          value={percent(analytics.trial_conversion)}
          hint="of ended trials"
          to="/agencies"
        />
        <StatTile label="Churn" value={percent(analytics.churn)} hint="in the last 30 days" to="/agencies" />
      </StatTiles>
      <Section title="By plan">
        <table className={classes.table}>
          <thead>
            <tr>
              <th>Plan</th>
              <th className={classes.number}>Subscribers</th>
              <th className={classes.number}>Paying</th>
              <th className={classes.number}>MRR</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(analytics.plans).map((plan) => (
              <tr key={plan.id}>
                <td>
                  {plan.name}
                  {plan.kind === 'subscription' && ' (subscription)'}
                </td>
                <td className={classes.number}>{plan.subscribers}</td>
                <td className={classes.number}>{plan.paying}</td>
                <td className={classes.number}>{money(plan.mrr)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </Stack>
  )
}

/** Packages first, then subscription plans. */
const inOrder = (plans: PackageAnalyticsDto['plans']) =>
  plans.toSorted((a, b) => a.kind.localeCompare(b.kind))
