import { Progress, Text } from '@mantine/core'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstant } from '#client/lib/time/dates.ts'
import type { BackupRunDto, DamagedFileDto } from '#shared/overview/platform.ts'
import { formatSize } from '../../../work/files/upload.ts'
import classes from '../section/settings.module.css'

const KINDS: Record<BackupRunDto['kind'], string> = {
  daily: 'Nightly',
  scheduled: 'Scheduled',
  manual: 'Manual',
}

/** Pending or running backups; the list polls while there are any. */
export const isUnderWay = ({ status }: BackupRunDto): boolean => status === 'queued' || status === 'running'

/** A backup without an archive on disk: running, failed, or stored in the bucket. */
export function BackupRun({ run }: { run: BackupRunDto }) {
  const zone = useZone()
  const percent = Math.floor((run.progress ?? 0) * 100)
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {formatInstant(run.started_at, zone)}
        </Text>
        <Text size="xs" c={run.error === null ? 'dimmed' : 'var(--mantine-color-error)'}>
          {KINDS[run.kind]}
          {run.destination === 's3' && ', to the bucket'} · {stateText(run, percent)}
        </Text>
        {run.status === 'running' && (
          <Progress mt={6} size="sm" value={percent} aria-label="Progress of the backup" />
        )}
        <DamagedFiles files={run.damaged} count={run.damaged_count} />
      </div>
    </li>
  )
}

function stateText(run: BackupRunDto, percent: number): string {
  if (run.status === 'queued') return 'waiting to start'
  if (run.status === 'running') return run.progress === null ? 'copying the database' : `${percent}%`
  if (run.status === 'interrupted') return 'interrupted: the process stopped before it finished'
  if (run.status === 'failed') return `failed: ${run.error ?? 'no reason given'}`
  return `${formatSize(run.size ?? 0)} · encrypted`
}

/** Maximum number of files named before the rest is counted. */
const NAMED = 5

/** Files without a complete copy in storage when the backup was made. */
export function DamagedFiles({ files, count }: { files: DamagedFileDto[]; count: number }) {
  if (count === 0) return null
  const named = files.slice(0, NAMED)
  return (
    <div>
      <Text size="xs" c="var(--mantine-color-error)" mt={4}>
        {count === 1
          ? 'Complete except for 1 file that is damaged or missing in the storage:'
          : `Complete except for ${count} files that are damaged or missing in the storage:`}
      </Text>
      <ul className={classes.plain}>
        {named.map(({ id, name, agency_name, state }) => (
          <li key={id}>
            <Text size="xs" title={id}>
              {name}
              {agency_name !== null && ` (${agency_name})`}, {state}
            </Text>
          </li>
        ))}
      </ul>
      {count > named.length && <Text size="xs">and {count - named.length} more</Text>}
    </div>
  )
}
