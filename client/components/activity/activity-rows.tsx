import { Text, UnstyledButton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { useCan, useUser, useZone } from '#client/lib/session/session.ts'
import { dayName } from '#client/lib/time/dates.ts'
import type { ActivityDto } from '#shared/reactions/activity.ts'
import classes from './activity.module.css'
import { type Deed, deedsOf } from './activity-days.ts'
import { ActivityIcon } from './activity-icon.tsx'
import { activityPlace } from './activity-place.ts'

const FACE = 28

interface ActivityRowsProps {
  label: string
  entries: readonly ActivityDto[]
  /** The record whose history is shown; entries don't link to it. */
  about?: string
}

/** Who did what and when, by day, with a link to the record. */
export function ActivityRows({ label, entries, about }: ActivityRowsProps) {
  const zone = useZone()
  return (
    <ul className={classes.rows} aria-label={label}>
      {deedsOf(entries, zone).map((deed) => (
        <li key={deed.entry.id}>
          {deed.day !== null && <div className={classes.day}>{dayName(deed.day, zone)}</div>}
          <DeedRow deed={deed} about={about} />
        </li>
      ))}
    </ul>
  )
}

function DeedRow({ deed: { entry, more }, about }: { deed: Deed; about: string | undefined }) {
  const [shown, setShown] = useState(false)
  const times = more.every(({ summary }) => summary === entry.summary)
  return (
    <>
      <div className={classes.row}>
        <span className={classes.face}>
          <UserAvatar name={entry.actor_name} size={FACE} />
          <span className={classes.verb}>
            <ActivityIcon action={entry.action} />
          </span>
        </span>
        <div className={classes.words}>
          <Text size="sm" component="div">
            <Summary entry={entry} about={about} />
            {more.length > 0 && times && ` (${more.length + 1} times)`}
          </Text>
          <Origin entry={entry} />
          {more.length > 0 && !times && (
            <UnstyledButton className={classes.more} aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? 'Show fewer' : `and ${more.length} more like this`}
            </UnstyledButton>
          )}
        </div>
      </div>
      {shown && (
        <ul className={classes.folded} aria-label="More like this">
          {more.map((other) => (
            <li key={other.id} className={classes.row}>
              <Text size="sm" component="div">
                <Summary entry={other} about={about} />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Summary({ entry, about }: { entry: ActivityDto; about: string | undefined }) {
  const place = useReachablePlace(entry)
  if (place === null || entry.subject.id === about) return entry.summary
  return (
    <Link {...place} className={classes.link}>
      {entry.summary}
    </Link>
  )
}

function Origin({ entry }: { entry: ActivityDto }) {
  const acrossAgencies = useUser().role === 'super_admin'
  const by = [entry.actor_name, acrossAgencies ? entry.agency_name : null].filter(Boolean).join(' · ')
  return (
    <Text size="sm" c="dimmed" component="div">
      {by} · <RelativeTime instant={entry.created_at} />
    </Text>
  )
}

/** No link to a screen the user can't access. */
function useReachablePlace(entry: ActivityDto): LinkProps | null {
  const allAgencies = useCan('agency.read-all')
  const place = activityPlace(entry)
  return !allAgencies && (place?.to === '/agencies' || place?.to === '/packages')
    ? { to: '/settings' }
    : place
}
