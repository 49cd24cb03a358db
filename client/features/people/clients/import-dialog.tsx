import { Alert, Button, FileInput, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { InputDialog } from '#client/components/forms/input-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast, toastDestructive } from '#client/lib/toasts/toast.ts'
import { formatCount, formatNumber } from '#shared/base/format.ts'
import { decodeText, guessOf } from '#shared/base/text/decoding.ts'
import { CLIENT_CSV_COLUMNS, type ClientImportResult, MAX_CLIENT_CSV_ROWS } from '#shared/people/clients.ts'
import { ImportReport } from './import-report.tsx'

const REQUIRED_COLUMNS = 2

interface Checked {
  csv: string
  report: ClientImportResult
  /** A sample to verify, because the file's encoding was guessed. */
  doubt: string | null
}

/**
 * Imports clients from a CSV file or pasted text. All rows are checked first, then the valid ones are added.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [pasted, setPasted] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const importCsv = trpc.clients.importCsv.useMutation({ onError: errorToast('Failed to import clients') })

  async function check() {
    const bytes = file === null ? null : new Uint8Array(await file.arrayBuffer())
    const csv = bytes === null ? pasted : decodeText(bytes)
    const doubt = bytes === null ? null : guessOf(bytes, csv)
    if (csv.trim() === '') {
      toastDestructive({ title: 'Nothing to import', message: 'Choose a file or paste rows first.' })
      return
    }
    importCsv.mutate({ csv, dry_run: true }, { onSuccess: (report) => setChecked({ csv, report, doubt }) })
  }

  function add(csv: string) {
    importCsv.mutate(
      { csv, dry_run: false },
      {
        onSuccess: ({ imported }) => {
          toast({ title: `${countOf(imported)} imported` })
          onClose()
        },
      },
    )
  }

  return (
    <InputDialog
      title="Import clients"
      opened
      onClose={onClose}
      isUnsaved={file !== null || pasted.trim() !== ''}
      size="lg"
      sheet
    >
      {checked === null ? (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void check()
          }}
        >
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              The first line must contain the column names:{' '}
              {CLIENT_CSV_COLUMNS.slice(0, REQUIRED_COLUMNS).join(' and ')}, and optionally{' '}
              {CLIENT_CSV_COLUMNS.slice(REQUIRED_COLUMNS).join(', ')}. The limit is{' '}
              {formatNumber(MAX_CLIENT_CSV_ROWS)} rows.
            </Text>
            <FileInput
              label="CSV file"
              placeholder="Choose a file"
              accept=".csv,text/csv,text/plain"
              leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
              clearable
              clearButtonProps={{ 'aria-label': 'Remove the file' }}
              value={file}
              onChange={setFile}
            />
            <Textarea
              label="Or paste rows"
              placeholder={'name,email,company\nPriya Nair,priya@example.com,Lumen Labs'}
              minRows={5}
              maxRows={10}
              disabled={file !== null}
              value={pasted}
              onChange={(event) => setPasted(event.currentTarget.value)}
            />
            <Group justify="flex-end" gap="xs" mt="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={importCsv.isPending}>
                Check rows
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap="md">
          {checked.doubt !== null && <Alert color="yellow">{checked.doubt}</Alert>}
          <ImportReport report={checked.report} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setChecked(null)} disabled={importCsv.isPending}>
              Back
            </Button>
            <Button
              data-autofocus
              disabled={checked.report.valid === 0}
              loading={importCsv.isPending}
              onClick={() => add(checked.csv)}
            >
              Import {countOf(checked.report.valid)}
            </Button>
          </Group>
        </Stack>
      )}
    </InputDialog>
  )
}

const countOf = (count: number): string => formatCount(count, 'client')
