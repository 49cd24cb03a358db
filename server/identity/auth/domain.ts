import { router } from '../../base/core/calls/procedures.ts'
import { domain } from '../../base/core/domain.ts'
import { DELETED_USER, deletedAddress } from '../../base/db/table-cards.ts'
import { deleteOldSignIns } from './access/commands/delete-old-sign-ins.ts'
import { PROFILE_EFFECTS } from './effects.ts'
import { authProcedures } from './router.ts'
import { deleteExpired } from './tokens/commands/delete-expired.ts'
import { profileVisibility } from './visibility.ts'

/** Accounts, sessions, and authentication. */
export const auth = domain({
  routers: { auth: router(authProcedures) },
  effects: PROFILE_EFFECTS,
  visibility: profileVisibility,
  cleanUp: { 'expired sessions and links': deleteExpired, 'old sign-ins': deleteOldSignIns },
  tables: {
    users: {
      of: { person: 'id' },
      key: ['id'],
      secret: ['password_hash'],
      system: ['email_verified_at', 'disabled_at', 'created_at'],
      personal: {
        email: { of: 'id', becomes: deletedAddress },
      },
      ownData: {
        as: 'account',
        by: 'id',
        columns: ['id', 'email', 'email_verified_at', 'created_at'],
        one: true,
      },
    },
    profiles: {
      of: 'agency',
      uses: { client_id: 'clients' },
      key: ['id', 'user_id', 'agency_id', 'client_id', 'employee_id'],
      money: ['billing_rate', 'cost_rate'],
      system: ['role', 'created_at', 'updated_at', 'last_login', 'skipped_steps'],
      personal: {
        email: { of: 'user_id', becomes: deletedAddress },
        name: { of: 'user_id', becomes: DELETED_USER },
        avatar: { of: 'user_id', becomes: null },
        company: { of: 'user_id', becomes: null },
      },
      ownData: {
        as: 'profile',
        by: 'user_id',
        columns: ['name', 'email', 'role', 'company', 'avatar', 'last_login', 'created_at', 'updated_at'],
        one: true,
      },
    },
    sessions: {
      of: { person: 'user_id' },
      stays: 'people sign in again at the new address',
      own: 'user_id',
      key: ['id', 'user_id', 'view_as_agency_id'],
      system: ['created_at', 'expires_at', 'absolute_expires_at', 'last_seen_at', 'confirmed_at'],
      personal: {
        ip: 'row',
        user_agent: 'row',
      },
      ownData: { as: 'sessions', by: 'user_id', columns: ['created_at', 'last_seen_at', 'ip', 'user_agent'] },
    },
    tokens: {
      of: { person: 'user_id' },
      stays: 'people sign in again at the new address',
      own: 'user_id',
      key: ['user_id'],
      secret: ['token_hash'],
      system: ['purpose', 'created_at', 'expires_at'],
    },
    former_names: {
      of: { person: 'user_id' },
      own: 'user_id',
      key: ['user_id'],
      personal: {
        name: 'row',
        email: 'row',
      },
      ownData: { as: 'former_names', by: 'user_id', columns: ['name', 'email'] },
    },
    known_devices: {
      of: { person: 'user_id' },
      stays: 'people sign in again at the new address',
      own: 'user_id',
      key: ['user_id'],
      secret: ['device_hash'],
      system: ['created_at', 'expires_at'],
    },
    sign_in_events: {
      of: { person: 'user_id' },
      stays: 'people sign in again at the new address',
      own: 'user_id',
      key: ['id', 'user_id'],
      system: ['created_at'],
      ownData: { as: 'sign_ins', by: 'user_id', columns: ['created_at'] },
    },
    sign_in_challenges: {
      of: { person: 'user_id' },
      stays: 'people sign in again at the new address',
      own: 'user_id',
      key: ['user_id'],
      secret: ['token_hash'],
      system: ['attempts', 'expires_at'],
    },
    two_factors: {
      of: { person: 'user_id' },
      own: 'user_id',
      key: ['user_id'],
      secret: ['sealed_secret'],
      system: ['confirmed_at', 'last_step', 'created_at'],
    },
    recovery_codes: {
      of: { person: 'user_id' },
      own: 'user_id',
      key: ['user_id'],
      secret: ['code_hash'],
      system: ['used_at'],
    },
    email_changes: {
      of: { person: 'user_id' },
      stays: 'the link in the email leads to the old address',
      own: 'user_id',
      key: ['user_id'],
      secret: ['token_hash'],
      system: ['expires_at'],
      personal: {
        email: 'row',
      },
      ownData: { as: 'email_changes', by: 'user_id', columns: ['email', 'expires_at'] },
    },
  },
})
