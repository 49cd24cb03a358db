import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import express, { type Request, type Response } from 'express'
import { MAX_PICTURE_SIZE, type PictureKind } from '#shared/base/pictures.ts'
import { encodePicture } from '../../../base/adapters/documents/picture.ts'
import { consumeLimit, type Limit } from '../../../base/adapters/rate-limit.ts'
import { openStorage } from '../../../base/adapters/storage/storage.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { type StoredPicture, setPicture } from '../../../overview/settings/commands/set-picture.ts'
import { requirePicture } from '../../../overview/settings/queries/pictures.ts'
import { type Endpoint, idOf, receiveBody, type SignedInAction } from '../endpoint.ts'
import { allowSlowBody } from '../guards/slow-bodies.ts'
import { sendBytes } from './stored-files.ts'

const POLICY: Record<PictureKind, SignedInAction> = {
  avatar: 'profile.own',
  'agency-logo': 'agency.write-own',
  'platform-logo': 'platform.manage',
}

const receive = express.raw({ type: () => true, limit: MAX_PICTURE_SIZE })

const UPLOADS: Limit = { name: 'picture', points: 20, duration: 600 }

async function storePicture(ctx: UserCtx, kind: PictureKind, req: Request, res: Response): Promise<void> {
  await consumeLimit(ctx.db, UPLOADS, ctx.actor.userId)
  allowSlowBody(req)
  await receiveBody(receive, req, res)
  const bytes: unknown = req.body
  if (!Buffer.isBuffer(bytes)) throw new AppError('BAD_REQUEST', 'Please choose a picture.')
  const storage = openStorage(ctx.services.config)
  const picture = await encodePicture(bytes, kind === 'avatar' ? 'cover' : 'inside', ctx.actor.userId)
  const draft = join(await storage.receivingFolder(), randomUUID())
  await writeFile(draft, picture.bytes)
  const { key, ...digest } = await storage.adopt(draft)
  try {
    res.status(201).json(await replace(ctx, kind, { key, ...digest, contentType: picture.contentType }))
  } catch (error) {
    await storage.remove(key)
    throw error
  }
}

async function replace(ctx: UserCtx, kind: PictureKind, stored: StoredPicture | null) {
  const { path, replaced } = await setPicture(ctx, kind, stored)
  if (replaced !== null) await openStorage(ctx.services.config).remove(replaced)
  return { path }
}

/** Endpoints that set and remove a picture of the kind. */
function changesOf(kind: PictureKind): Endpoint[] {
  const address = { path: `/${kind}`, can: POLICY[kind] }
  const change = {
    ...address,
    method: 'post' as const,
    handle: (ctx: UserCtx, req: Request, res: Response) => storePicture(ctx, kind, req, res),
  }
  const removal = {
    ...address,
    method: 'delete' as const,
    handle: async (ctx: UserCtx, _req: Request, res: Response) => {
      res.json(await replace(ctx, kind, null))
    },
  }
  return kind === 'agency-logo'
    ? [
        { ...change, agency: true },
        { ...removal, agency: true },
      ]
    : [change, removal]
}

/** Avatars and logos: uploaded as the request's body, re-encoded, and served to people who may see them. */
export const pictureEndpoints: readonly Endpoint[] = [
  ...changesOf('avatar'),
  ...changesOf('agency-logo'),
  ...changesOf('platform-logo'),
  {
    method: 'get',
    path: '/:id',
    can: 'public',
    handle: async (ctx, req, res) => {
      const picture = await requirePicture(ctx, idOf(req, 'This picture'))
      await sendBytes(ctx, res, picture, () => {
        res.setHeader('cache-control', 'private, max-age=31536000, immutable')
        res.type(picture.content_type)
      })
    },
  },
]
