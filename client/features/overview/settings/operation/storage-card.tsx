import { Text } from '@mantine/core'
import { Fact, Facts } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import type { LastBackupDto, OperationDto } from '#shared/overview/platform.ts'
import { formatSize } from '../../../work/files/upload.ts'
import classes from '../section/settings.module.css'

interface StorageCardProps {
  backups: LastBackupDto[]
  disk: OperationDto['disk']
}

const KINDS = { daily: 'Nightly', manual: 'Manual', bucket: 'In the bucket' } as const

/** Disk usage and the latest backup; backups are created under Platform. */
export function StorageCard({ backups, disk }: StorageCardProps) {
  return (
    <SettingsCard title="Disk and last backups">
      {disk !== null && (
        <Facts>
          <Fact label="Free">
            {formatSize(disk.free)} of {formatSize(disk.total)} (
            {Math.round((disk.free / Math.max(disk.total, 1)) * 100)}%)
          </Fact>
        </Facts>
      )}
      {backups.length === 0 && (
        <Text size="sm" c="dimmed">
          No backups yet.
        </Text>
      )}
      {backups.length > 0 && (
        <ul className={classes.rows} aria-label="Last backups">
          {backups.map(({ name, created_at, kind, size, encrypted }) => (
            <li key={name} className={classes.row}>
              <div className={classes.what}>
                <Text size="sm" fw={500} component="div">
                  <RelativeTime instant={created_at} />
                </Text>
                <Text size="xs" c="dimmed">
                  {KINDS[kind]}
                  {encrypted && ' · encrypted'}
                </Text>
              </div>
              <Text size="sm" className={classes.amount}>
                {formatSize(size)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}
