import { Alert, Button, Checkbox, FileInput, Group, Select, Stack, Text } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { InputDialog } from '#client/components/forms/input-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import {
  BANK_FILES_ADDRESS,
  type BankAccountDto,
  type BankImportDto,
  MAX_BANK_FILE,
} from '#shared/money/bank/bank.ts'
import type { CsvMapping } from '#shared/money/bank/csv-mapping.ts'
import { sendFile } from '../../work/files/upload.ts'
import { AccountDialog } from './account-dialog.tsx'
import { CsvColumns } from './csv-columns.tsx'
import { ReadStatement } from './read-statement.tsx'

interface ImportDialogProps {
  accounts: BankAccountDto[]
  /** A file dragged onto the page. */
  dropped: File | null
  onClose: () => void
}

interface Choice {
  file: File | null
  accountId: string | null
  mapping: CsvMapping | null
}

/** Reads a bank's file, shows its contents, and imports it. After a rejected file, the choices remain. */
export function ImportDialog({ accounts, dropped, onClose }: ImportDialogProps) {
  const utils = trpc.useUtils()
  const [choice, setChoice] = useState<Choice>({ file: null, accountId: null, mapping: null })
  const [preview, setPreview] = useState<BankImportDto | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'reading' | 'importing' | null>(null)
  const [adding, setAdding] = useState(false)
  const [leavesOut, setLeavesOut] = useState(true)
  // Answers to earlier choices may arrive after the last one's.
  const sent = useRef(0)

  /** Undefined if another choice has been sent since. */
  async function send(next: Choice, dryRun: boolean): Promise<BankImportDto | null | undefined> {
    const turn = ++sent.current
    setBusy(null)
    const refused = next.file === null ? 'Please choose a file.' : sizeProblem(next.file)
    setProblem(refused)
    if (next.file === null || refused !== null) return null
    setBusy(dryRun ? 'reading' : 'importing')
    try {
      const address = `${BANK_FILES_ADDRESS}?${parametersOf(next, { dryRun, leavesOut })}`
      const answer = await sendFile<BankImportDto>(next.file, address, () => undefined)
      return turn === sent.current ? answer : undefined
    } catch (error) {
      if (turn !== sent.current) return undefined
      setProblem(error instanceof Error ? error.message : 'Couldn’t read the file.')
      return null
    } finally {
      if (turn === sent.current) setBusy(null)
    }
  }

  async function read(next: Choice) {
    if (busy === 'importing') return
    setChoice(next)
    if (next.file === null) {
      sent.current += 1
      setBusy(null)
      return setPreview(null)
    }
    const answer = await send(next, true)
    if (answer === undefined) return
    if (answer !== null || next.file !== choice.file) setPreview(answer)
    const [only, ...others] = accounts
    if (answer?.csv && next.accountId === null && only !== undefined && others.length === 0) {
      await read({ ...next, accountId: only.id })
    }
  }

  const readDropped = useEffectEvent(() => {
    if (dropped !== null) void read({ ...choice, file: dropped })
  })
  useEffect(() => readDropped(), [])

  async function run() {
    const done = await send(choice, false)
    if (done == null) return
    await utils.bank.invalidate()
    const added = done.statements.reduce((sum, statement) => sum + statement.added, 0)
    const leftOut = leavesOut ? similarIn(done) : 0
    const found =
      added === 0 && leftOut === 0
        ? 'All of its lines had already been imported.'
        : `${formatCount(added, 'new line')}.`
    toast({
      title: 'Statement imported',
      message: leftOut === 0 ? found : `${found} ${formatCount(leftOut, 'line')} left out.`,
    })
    onClose()
  }

  const similar = preview === null ? 0 : similarIn(preview)
  const isReady = preview !== null && preview.problem === null && preview.statements.length > 0
  return (
    <InputDialog
      title="Import bank statement"
      opened
      onClose={onClose}
      isUnsaved={choice.file !== null}
      size="lg"
      sheet
      closeOnEscape={busy === null}
    >
      <Stack gap="sm">
        <FileInput
          label="File from your bank"
          description="CAMT.053, MT940, OFX or CSV, or a ZIP archive of these, up to 10 MB."
          placeholder="Choose a file"
          leftSection={<IconFileImport size={16} aria-hidden />}
          leftSectionPointerEvents="none"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          value={choice.file}
          onChange={(file) => {
            setLeavesOut(true)
            void read({ ...choice, file, mapping: null })
          }}
        />
        {accounts.length > 0 && (
          <Select
            label="Account"
            description="Choose the account for a CSV file."
            placeholder="As named in the file"
            clearable={accounts.length > 1}
            data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            value={choice.accountId}
            onChange={(accountId) => void read({ ...choice, accountId })}
          />
        )}
        {accounts.length === 0 && preview?.csv && (
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Text size="sm">Add the account of this CSV file first.</Text>
            <Button variant="default" onClick={() => setAdding(true)}>
              Add account
            </Button>
          </Group>
        )}
        {problem !== null && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {preview?.csv && (
          <CsvColumns
            key={preview.csv.columns.join()}
            csv={{ ...preview.csv, mapping: choice.mapping ?? preview.csv.mapping }}
            problem={preview.problem}
            onChange={(mapping) => void read({ ...choice, mapping })}
          />
        )}
        {preview?.statements.map((statement) => (
          <ReadStatement
            key={`${statement.number} ${statement.from_on} ${statement.to_on}`}
            statement={leavesOut ? { ...statement, added: statement.added - statement.similar } : statement}
          />
        ))}
        {preview?.guess && (
          <Text size="sm" c="dimmed">
            {preview.guess}
          </Text>
        )}
        {similar > 0 && (
          <Checkbox
            label={`Leave out ${formatCount(similar, 'line')} with the same date and amount as lines already imported`}
            description="They may be the same transactions in another format or with other columns. Import them only if they’re different."
            checked={leavesOut}
            onChange={(event) => setLeavesOut(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="sm">
          {busy !== null && (
            <Text size="sm" c="dimmed" role="status">
              {busy === 'reading' ? 'Reading the file…' : 'Importing…'}
            </Text>
          )}
          <Button
            disabled={!isReady || busy === 'reading'}
            loading={busy === 'importing'}
            onClick={() => void run()}
          >
            Import
          </Button>
        </Group>
      </Stack>
      {adding && (
        <AccountDialog
          account={undefined}
          onSaved={({ id }) => void read({ ...choice, accountId: id })}
          onClose={() => setAdding(false)}
        />
      )}
    </InputDialog>
  )
}

function sizeProblem({ size }: File): string | null {
  if (size === 0) return 'This file is empty.'
  return size > MAX_BANK_FILE ? 'A bank file can be at most 10 MB. Export a shorter period.' : null
}

const similarIn = ({ statements }: BankImportDto): number =>
  statements.reduce((sum, { similar }) => sum + similar, 0)

/** What is left out is decided after reading. */
function parametersOf(
  { accountId, mapping }: Choice,
  { dryRun, leavesOut }: { dryRun: boolean; leavesOut: boolean },
): URLSearchParams {
  return new URLSearchParams({
    dry_run: dryRun ? 'yes' : 'no',
    similar: leavesOut && !dryRun ? 'leave_out' : 'add',
    ...(accountId !== null && { account_id: accountId }),
    ...(mapping !== null && { mapping: JSON.stringify(mapping) }),
  })
}
