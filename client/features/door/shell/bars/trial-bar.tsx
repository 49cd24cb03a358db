import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { formatInstantDate, today } from '#client/lib/time/dates.ts'
import { formatCount } from '#shared/base/format.ts'
import { trialDaysLeft } from '#shared/identity/trial.ts'
import classes from './shell.module.css'

/** Shows the owner the remaining trial period or that it has ended; a dismissed bar returns the next day. */
export function TrialBar() {
  const { role, trial_ends_at, viewing_as } = useUser()
  if (role !== 'agency_admin' || trial_ends_at === null || viewing_as) return null
  return <Trial ends_at={trial_ends_at} />
}

function Trial({ ends_at }: { ends_at: string }) {
  const { user_id } = useUser()
  const zone = useZone()
  const day = today(zone)
  // Read synchronously, so that a dismissed bar doesn't shift the page.
  const [hiddenOn, setHiddenOn] = useLocalStorage({
    key: `trial-bar-${user_id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  if (hiddenOn === day) return null
  const days = trialDaysLeft(ends_at, new Date())
  const ends = formatInstantDate(ends_at, zone)
  return (
    <div className={classes.notice} data-closable role="status">
      <span>
        {days === 0 ? 'Your trial has ended.' : `Your trial ends in ${formatCount(days, 'day')}, on ${ends}.`}{' '}
        <Link to="/payments" className={classes.noticeLink}>
          Choose a plan
        </Link>
      </span>
      <CloseButton
        size="sm"
        className={classes.noticeClose}
        aria-label="Hide until tomorrow"
        onClick={() => setHiddenOn(day)}
      />
    </div>
  )
}
