import { Button, Code, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { downloadFile } from '#client/lib/loading/download.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstant } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { reAuthInput } from '#shared/identity/schemas/two-factor.ts'
import type { BackupDto, BackupRunDto } from '#shared/overview/platform.ts'
import { formatSize } from '../../../work/files/upload.ts'
import classes from '../section/settings.module.css'
import { BackupRun, DamagedFiles, isUnderWay } from './backup-run.tsx'

/** Polls while a backup is running. */
const FOLLOW_MS = 1000

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
  const runs = trpc.platform.backupRuns.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? FOLLOW_MS : false),
  })
  const { data } = query
  const underWay = runs.data?.some((run) => run.destination === 'disk' && isUnderWay(run)) ?? false
  const backUp = trpc.platform.backUp.useMutation({
    onError: errorToast('Backup failed'),
    onSuccess: () => toast({ title: 'Backup started', message: 'The list shows its progress.' }),
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
        <Button
          variant="default"
          loading={backUp.isPending}
          disabled={underWay}
          onClick={() => backUp.mutate()}
        >
          Back up now
        </Button>
      </Group>
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data !== undefined && runs.data !== undefined && (
        <Backups backups={data} runs={runs.data} twoFactor={twoFactor} />
      )}
      <Text size="sm" c="dimmed">
        To restore one, stop the portal and run <Code>restore FILE</Code> on the server;{' '}
        <Code>restore s3:latest</Code> takes the newest one in the bucket.
      </Text>
    </SettingsCard>
  )
}

interface BackupsProps {
  backups: BackupDto[]
  runs: BackupRunDto[]
  twoFactor: boolean
}

/** The archives on disk and the other backup runs; newest first. */
function Backups({ backups, runs, twoFactor }: BackupsProps) {
  const archived = new Map(backups.map((backup) => [backup.name, backup]))
  const runOf = new Map(runs.map((run) => [run.name, run]))
  const rows = [
    ...backups.map((backup) => ({
      at: backup.created_at,
      row: <BackupRow key={backup.name} backup={backup} run={runOf.get(backup.name)} twoFactor={twoFactor} />,
    })),
    ...runs
      // Hide runs whose archive was deleted since.
      .filter((run) => run.status !== 'done' || (run.destination === 's3' && !archived.has(run.name)))
      .map((run) => ({ at: run.started_at, row: <BackupRun key={run.id} run={run} /> })),
  ]
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No backups yet. The first one runs tonight.
      </Text>
    )
  }
  return (
    <ul className={classes.rows} aria-label="Backups">
      {rows.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ row }) => row)}
    </ul>
  )
}

interface BackupRowProps {
  backup: BackupDto
  /** Undefined for a backup made by the command-line tool. */
  run: BackupRunDto | undefined
  twoFactor: boolean
}

function BackupRow({ backup, run, twoFactor }: BackupRowProps) {
  const zone = useZone()
  const [confirming, setConfirming] = useState(false)
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
        {run !== undefined && <DamagedFiles files={run.damaged} count={run.damaged_count} />}
      </div>
      {backup.encrypted && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Download ${backup.name}`}
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => setConfirming(true)}
        >
          Download
        </Button>
      )}
      {confirming && (
        <DownloadDialog name={backup.name} twoFactor={twoFactor} onClose={() => setConfirming(false)} />
      )}
    </li>
  )
}

interface DownloadDialogProps {
  name: string
  twoFactor: boolean
  onClose: () => void
}

/** The server allows one download after the administrator has confirmed their identity. */
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
        A backup contains the data of all agencies. Confirm your identity.
      </Text>
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
