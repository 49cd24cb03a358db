import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import express, { Router } from 'express'
import { z } from 'zod'
import { MAX_PICTURE_SIZE, PICTURE_KINDS, type PictureKind } from '#shared/pictures.ts'
import type { Action } from '#shared/policies.ts'
import { resolveCaller } from '../auth/gate.ts'
import type { Scope } from '../auth/scope.ts'
import { AppError, notFound } from '../errors.ts'
import { encodePicture } from '../services/picture.ts'
import { openStorage } from '../services/storage.ts'
import { type StoredPicture, setPicture } from '../settings/commands/pictures.ts'
import { requirePicture } from '../settings/queries/pictures.ts'
import type { Services } from '../trpc/context.ts'
import { requestScope } from './session.ts'
import { streamTo } from './zip.ts'

const POLICY: Record<PictureKind, Action> = {
  avatar: 'profile.own',
  'agency-logo': 'agency.write-own',
  'platform-logo': 'platform.manage',
}

/** Avatars and logos: sent as the body of a request, made anew, and shown to those they are for. */
export function createPictureRoutes(services: Services): Router {
  const { db } = services
  const storage = openStorage(services.config)
  const receive = express.raw({ type: () => true, limit: MAX_PICTURE_SIZE })
  const replace = async (scope: Scope, kind: PictureKind, stored: StoredPicture | null) => {
    const { path, replaced } = await setPicture(db, scope, kind, stored)
    if (replaced !== null) await storage.remove(replaced)
    return { path }
  }

  return Router()
    .post('/:kind', receive, async (req, res) => {
      const kind = kindOf(req.params.kind)
      const scope = await requestScope(services, req, POLICY[kind])
      requireHolder(scope, kind)
      const bytes: unknown = req.body
      if (!Buffer.isBuffer(bytes)) throw new AppError('BAD_REQUEST', 'Please choose a picture.')
      const picture = await encodePicture(bytes, kind === 'avatar' ? 'cover' : 'inside')
      const draft = join(await storage.receivingFolder(), randomUUID())
      await writeFile(draft, picture.bytes)
      const { key } = await storage.adopt(draft)
      res.status(201).json(await replace(scope, kind, { key, contentType: picture.contentType }))
    })
    .delete('/:kind', async (req, res) => {
      const kind = kindOf(req.params.kind)
      const scope = await requestScope(services, req, POLICY[kind])
      requireHolder(scope, kind)
      res.json(await replace(scope, kind, null))
    })
    .get('/:id', async (req, res) => {
      const id = z.uuid().safeParse(req.params.id)
      if (!id.success) throw notFound('This picture')
      const caller = await resolveCaller(services, req.headers)
      const picture = await requirePicture(db, caller?.scope ?? null, id.data)
      const bytes = await storage.read(picture.storage_key)
      res.setHeader('cache-control', 'private, max-age=31536000, immutable')
      res.type(picture.content_type)
      await streamTo(res, bytes)
    })
}

const kindOf = (text: string | undefined): PictureKind => {
  const kind = PICTURE_KINDS.find((known) => known === text)
  if (kind === undefined) throw notFound('This picture')
  return kind
}

function requireHolder(scope: Scope, kind: PictureKind): void {
  if (kind === 'agency-logo' && scope.agencyId === null) {
    throw new AppError('BAD_REQUEST', 'Agency information is required', { reason: 'agency_missing' })
  }
}
