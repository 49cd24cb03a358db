import { Button, Code, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useAppForm } from '#client/components/app-form.tsx'
import { Skeletons } from '#client/components/data-list.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { formatInstant } from '#client/lib/dates.ts'
import { downloadFile } from '#client/lib/download.ts'
import { useZone } from '#client/lib/session.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { BackupDto } from '#shared/platform.ts'
import { reAuthInput } from '#shared/two-factor.ts'
import { formatSize } from '../../files/upload.ts'
import { ReAuthFields } from '../section/re-auth-fields.tsx'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'

const KINDS: Record<BackupDto['kind'], string> = {
  daily: 'Nightly',
  manual: 'Manual',
  'before-upgrade': 'Before an upgrade',
}

interface BackupsCardProps {
  encrypted: boolean
  twoFactor: boolean
}

export function BackupsCard({ encrypted, twoFactor }: BackupsCardProps) {
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
          : 'Not encrypted, so they can only be copied on the server itself. Set BACKUP_KEY there to encrypt backups and download them here.'
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
              <BackupRow key={backup.name} backup={backup} twoFactor={twoFactor} />
            ))}
          </ul>
        ))}
      <Text size="sm" c="dimmed">
        To restore one, stop the portal and run <Code>npm run restore FILE</Code> on the server.
      </Text>
    </SettingsCard>
  )
}

function BackupRow({ backup, twoFactor }: { backup: BackupDto; twoFactor: boolean }) {
  const zone = useZone()
  const [asking, setAsking] = useState(false)
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
      {backup.encrypted && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Download ${backup.name}`}
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Download
        </Button>
      )}
      {asking && <DownloadDialog name={backup.name} twoFactor={twoFactor} onClose={() => setAsking(false)} />}
    </li>
  )
}

interface DownloadDialogProps {
  name: string
  twoFactor: boolean
  onClose: () => void
}

/** The server hands out a backup once after its administrator has proved who they are. */
function DownloadDialog({ name, twoFactor, onClose }: DownloadDialogProps) {
  const confirm = trpc.settings.confirmIdentity.useMutation({ meta: { refresh: false } })
  const form = useAppForm({
    schema: reAuthInput,
    initialValues: { password: '', code: '' },
    onSubmit: async (values) => {
      await confirm.mutateAsync(values)
      downloadFile(`/exports/backups/${encodeURIComponent(name)}`)
      onClose()
    },
    fallback: 'Failed to download the backup',
  })
  return (
    <FormDialog title="Download backup" opened onClose={onClose} form={form} submitLabel="Download">
      <Text size="sm" c="dimmed">
        A backup holds the data of all agencies. Confirm that it is you.
      </Text>
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
