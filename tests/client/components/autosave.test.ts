import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Autosave } from '#client/components/forms/autosave/autosave.ts'
import { useAutosave } from '#client/components/forms/autosave/use-autosave.ts'
import { Abandoned } from '#client/lib/calls/errors.ts'
import { clearFormDrafts } from '#client/lib/session/local-store.ts'
import { currentSession, forgetSession } from '#client/lib/session/session-state.ts'
import * as toasts from '#client/lib/toasts/toast.ts'
import type { SessionUserDto } from '#shared/identity/auth.ts'

beforeEach(() => {
  vi.spyOn(toasts, 'showError').mockReturnValue()
  vi.spyOn(toasts, 'toastDestructive').mockReturnValue()
})
afterEach(async () => {
  await act(async () => cleanup())
  clearFormDrafts()
  vi.restoreAllMocks()
})

interface Note extends Record<string, unknown> {
  title: string
  text: string
  version: number
}

const changedMeanwhile = () =>
  Object.assign(new Error('Someone else changed this note.'), {
    data: { code: 'CONFLICT', reason: 'changed_meanwhile' },
  })

/** A record on a server that refuses outdated versions; the user edits it and others change it. */
function open() {
  let stored: Note = { title: 'Plan', text: '', version: 1 }
  const save = vi.fn(async (values: Note) => {
    if (values.version !== stored.version) throw changedMeanwhile()
    stored = { ...values, title: values.title.trim(), version: stored.version + 1 }
    return stored
  })
  const options = {
    saved: stored,
    save,
    latest: async () => stored,
    complete: ({ title }: Note) => ({ title: title !== '' }),
    fallback: 'Could not save.',
  }
  return {
    options,
    autosave: new Autosave<Note>(options),
    save,
    stored: () => stored,
    changedByOthers(changes: Partial<Note>) {
      stored = { ...stored, ...changes, version: stored.version + 1 }
      return stored
    },
  }
}

test('what is typed during a save is saved after it', async () => {
  const { autosave, save, stored } = open()
  autosave.edit({ text: 'first' })
  const saving = autosave.save()
  autosave.edit({ text: 'first and second' })
  void autosave.save()
  expect(autosave.shown().state).toBe('saving')
  await saving
  expect(save.mock.calls.map(([{ text }]) => text)).toEqual(['first', 'first and second'])
  expect(stored()).toMatchObject({ text: 'first and second', version: 3 })
  expect(autosave.shown()).toMatchObject({ state: 'saved', values: stored() })
})

test('incomplete input waits while other fields are saved, and a trailing space stays', async () => {
  const { autosave, save, stored } = open()
  autosave.edit({ title: '' })
  await autosave.save()
  expect(save).not.toHaveBeenCalled()
  expect(autosave.shown().state).toBe('incomplete')
  autosave.edit({ text: 'new' })
  await autosave.save()
  expect(stored()).toMatchObject({ title: 'Plan', text: 'new' })
  expect(autosave.shown()).toMatchObject({ state: 'incomplete', values: { title: '', text: 'new' } })
  autosave.edit({ title: 'Plans ' })
  await autosave.save()
  expect(stored().title).toBe('Plans')
  expect(autosave.shown().values.title).toBe('Plans ')
  expect(autosave.isDirty()).toBe(false)
})

test.for([
  ['another field', { text: 'theirs' }, { title: 'Mine', text: 'theirs' }],
  ['the same field with the same value', { title: 'Mine' }, { title: 'Mine', text: '' }],
] as const)('a change of %s by others is merged', async ([, theirs, merged]) => {
  const { autosave, stored, changedByOthers } = open()
  autosave.edit({ title: 'Mine' })
  changedByOthers(theirs)
  await autosave.save()
  expect(stored()).toMatchObject(merged)
  expect(autosave.shown()).toMatchObject({ state: 'saved', conflict: null, values: stored() })
})

test.for([
  ['keepMine', 'Mine'],
  ['takeTheirs', 'Theirs'],
] as const)('if both changed a field, the user is asked: %s', async ([answer, title]) => {
  const { autosave, save, stored, changedByOthers } = open()
  autosave.edit({ title: 'Mine' })
  changedByOthers({ title: 'Theirs', text: 'new' })
  await autosave.save()
  const { conflict, state } = autosave.shown()
  expect({ state, message: conflict?.message }).toEqual({
    state: 'failed',
    message: 'Someone else changed this note.',
  })
  expect(conflict?.changes).toContainEqual({ label: 'Title', text: 'Theirs' })
  await autosave.save()
  expect(save).toHaveBeenCalledTimes(1)
  conflict?.[answer]()
  await vi.waitFor(() => expect(stored()).toMatchObject({ title, text: 'new' }))
  await vi.waitFor(() => expect(autosave.shown()).toMatchObject({ conflict: null, values: stored() }))
})

test('fields that are not being edited follow the loaded record', () => {
  const { autosave, changedByOthers } = open()
  autosave.edit({ text: 'mine' })
  const loaded = changedByOthers({ title: 'Theirs' })
  autosave.follow(loaded)
  expect(autosave.shown().values).toEqual({ title: 'Theirs', text: 'mine', version: 2 })
  autosave.follow({ ...loaded, title: 'Older', version: 1 })
  autosave.follow(changedByOthers({ text: 'theirs' }))
  expect(autosave.shown().values).toEqual({ title: 'Theirs', text: 'mine', version: 2 })
})

test('an abandoned save restores the record, another failure keeps the edits', async () => {
  const { autosave, save, stored } = open()
  for (const [error, state, text] of [
    [new Error('No connection'), 'failed', 'mine'],
    [new Abandoned(), 'saved', ''],
  ] as const) {
    save.mockRejectedValueOnce(error)
    autosave.edit({ text: 'mine' })
    await autosave.save()
    expect(autosave.shown()).toMatchObject({ state, values: { text } })
    expect(toasts.showError).toHaveBeenLastCalledWith(error, 'Could not save.')
  }
  expect(stored().version).toBe(1)
})

/** A user who opens and closes the record. */
function edit({ options }: ReturnType<typeof open>) {
  currentSession.write({ status: 'signed-in', user: { user_id: 'nora' } as SessionUserDto })
  return renderHook(() => useAutosave<Note>({ ...options, record: 'note 1' }))
}

test('edits that could not be saved are there again when the record is reopened', async () => {
  const note = open()
  const first = edit(note)
  note.save.mockRejectedValueOnce(new Error('No connection'))
  act(() => first.result.current.change({ text: 'mine' }, 'soon'))
  first.unmount()
  await vi.waitFor(() => expect(toasts.toastDestructive).toHaveBeenCalledOnce())
  note.options.saved = note.changedByOthers({ title: 'Theirs' })
  const second = edit(note)
  expect(second.result.current).toMatchObject({ state: 'failed', values: { title: 'Theirs', text: 'mine' } })
  await act(() => second.result.current.flush())
  expect(note.stored()).toMatchObject({ title: 'Theirs', text: 'mine' })
  second.unmount()
  await act(async () => {})
  const third = edit(note)
  expect(third.result.current).toMatchObject({ state: 'saved', values: note.options.saved })
  third.unmount()
})

test('edits made before someone else changed the same field ask when they are saved after reopening', async () => {
  const note = open()
  const first = edit(note)
  act(() => first.result.current.change({ title: '' }, 'soon'))
  act(() => first.result.current.change({ text: 'mine' }, 'soon'))
  note.save.mockRejectedValueOnce(new Error('No connection'))
  first.unmount()
  await vi.waitFor(() => expect(toasts.toastDestructive).toHaveBeenCalledOnce())
  note.options.saved = note.changedByOthers({ text: 'theirs' })
  const second = edit(note)
  await act(() => second.result.current.flush())
  expect(second.result.current.conflict?.changes).toEqual([{ label: 'Text', text: 'theirs' }])
  expect(note.stored().text).toBe('theirs')
  act(() => second.result.current.conflict?.takeTheirs())
  second.unmount()
  await act(async () => {})
})

/** Leaves the record while saving fails, so that its edits become a draft. */
async function leaveUnsaved(note: ReturnType<typeof open>) {
  const { result, unmount } = edit(note)
  note.save.mockRejectedValueOnce(new Error('No connection'))
  act(() => result.current.change({ text: 'mine' }, 'soon'))
  unmount()
  await vi.waitFor(() => expect(toasts.toastDestructive).toHaveBeenCalledOnce())
}

test('edits saved after reopening aren’t offered after a reload, even if they were undone', async () => {
  const note = open()
  await leaveUnsaved(note)
  const { result } = edit(note)
  for (const text of ['mine', '']) {
    if (text === '') act(() => result.current.change({ text }, 'soon'))
    await act(() => result.current.flush())
    note.options.saved = note.stored()
    expect(edit(note).result.current).toMatchObject({ state: 'saved', values: { text } })
  }
})

test('edits that are undone after a failed save are no longer unsaved', async () => {
  const note = open()
  await leaveUnsaved(note)
  const { result } = edit(note)
  act(() => result.current.change({ text: '' }, 'soon'))
  expect(result.current.state).toBe('saved')
  expect(edit(note).result.current).toMatchObject({ state: 'saved', values: { text: '' } })
})

test('edits that someone else replaced after reopening aren’t offered after a reload', async () => {
  const note = open()
  await leaveUnsaved(note)
  note.options.saved = note.changedByOthers({ text: 'theirs' })
  const reopened = edit(note)
  await act(() => reopened.result.current.flush())
  await act(async () => reopened.result.current.conflict?.takeTheirs())
  const reloaded = edit(note)
  expect(reloaded.result.current).toMatchObject({ state: 'saved', values: { text: 'theirs' } })
})

test('a draft that the record already contains counts as saved', async () => {
  const note = open()
  await leaveUnsaved(note)
  note.options.saved = note.changedByOthers({ text: 'mine' })
  expect(edit(note).result.current).toMatchObject({ state: 'saved', values: { text: 'mine' } })
})

test('an editor that was opened before an earlier one failed to save leaves the draft of the earlier one', async () => {
  const note = open()
  const saving = Promise.withResolvers<Note>()
  const first = edit(note)
  note.save.mockReturnValueOnce(saving.promise)
  act(() => first.result.current.change({ text: 'mine' }, 'soon'))
  first.unmount()
  const second = edit(note)
  saving.reject(new Error('No connection'))
  await vi.waitFor(() => expect(toasts.toastDestructive).toHaveBeenCalledOnce())
  second.unmount()
  await act(async () => {})
  expect(edit(note).result.current).toMatchObject({ state: 'failed', values: { text: 'mine' } })
})

test('unsaved edits don’t outlive a sign-out, and aren’t sent after it', async () => {
  const note = open()
  const first = edit(note)
  act(() => first.result.current.change({ text: 'mine' }, 'soon'))
  forgetSession()
  first.unmount()
  await act(async () => {})
  expect(note.save).not.toHaveBeenCalled()
  expect(edit(note).result.current).toMatchObject({ state: 'saved', values: { text: '' } })
})
