import { Select } from '@mantine/core'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { today } from '#client/lib/time/dates.ts'
import type { Period } from '#shared/money/ledger/periods.ts'
import { accountsSearch, PERIODS } from './accounts-search.ts'
import { PERIOD_LABELS, periodOf } from './period.ts'

const DateField = lazyLayer(() => import('#client/components/fields/date-field.tsx'), 'DateField')

/** The dates of the period in the URL. */
export function usePeriod(): Period {
  const [{ period, from, to }] = useSearchState(accountsSearch)
  return periodOf(period, today(useBooksZone()), { from, to })
}

export function PeriodPicker() {
  const [{ period, from, to }, setState] = useSearchState(accountsSearch)
  const shown = usePeriod()
  return (
    <>
      <Select
        aria-label="Period"
        w={140}
        data={PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] }))}
        value={period}
        onChange={(next) =>
          setState(
            next === 'custom'
              ? { period: 'custom', ...shown }
              : { period: accountsSearch.params.period(next), from: null, to: null },
          )
        }
      />
      {period === 'custom' && (
        <>
          <DateField
            label=""
            restores
            aria-label="From"
            value={from}
            onChange={(date) => setState({ from: date })}
          />
          <DateField
            label=""
            restores
            aria-label="To"
            value={to}
            onChange={(date) => setState({ to: date })}
          />
        </>
      )}
    </>
  )
}
