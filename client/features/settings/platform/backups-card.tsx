import { Button, Code, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { formatInstant } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { BackupDto } from '#shared/platform.ts'
import { formatSize } from '../../files/upload.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'

const KINDS: Record<BackupDto['kind'], string> = {
  daily: 'Nightly',
  manual: 'Manual',
  'before-upgrade': 'Before an upgrade',
}

export function BackupsCard({ encrypted }: { encrypted: boolean }) {
  const query = trpc.platform.backups.useQuery()
  const { data } = query
  const backUp = trpc.platform.backUp.useMutation({
    onError: errorToast('Backup failed'),
    onSuccess: ({ size }) => toast({ title: 'Backup created', message: formatSize(size) }),
  })
  return (
    <SettingsCard
      title="Backups"
      description={
        encrypted
          ? 'Encrypted with BACKUP_KEY. Store the key separately from the backups.'
          : 'Not encrypted. Set BACKUP_KEY on the server to encrypt backups.'
      }
    >
      <Group>
        <Button variant="default" loading={backUp.isPending} onClick={() => backUp.mutate()}>
          Back up now
        </Button>
      </Group>
      {data === undefined && <Unanswered query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data !== undefined &&
        (data.length === 0 ? (
          <Text size="sm" c="dimmed">
            No backups yet. The first one runs tonight.
          </Text>
        ) : (
          <ul className={classes.rows} aria-label="Backups">
            {data.map((backup) => (
              <BackupRow key={backup.name} backup={backup} />
            ))}
          </ul>
        ))}
      <Text size="sm" c="dimmed">
        To restore one, stop the portal and run <Code>npm run restore FILE</Code> on the server.
      </Text>
    </SettingsCard>
  )
}

function BackupRow({ backup }: { backup: BackupDto }) {
  const zone = useZone()
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {formatInstant(backup.created_at, zone)}
        </Text>
        <Text size="xs" c="dimmed">
          {KINDS[backup.kind]} · {formatSize(backup.size)}
          {backup.encrypted && ' · encrypted'}
        </Text>
      </div>
      <Button
        size="xs"
        variant="default"
        component="a"
        href={`/exports/backups/${encodeURIComponent(backup.name)}`}
        download
        aria-label={`Download ${backup.name}`}
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        Download
      </Button>
    </li>
  )
}
