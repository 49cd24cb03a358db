import { type Kysely, sql } from 'kysely'
import { ddl } from './ddl.ts'

/** The default plans of every installation. */
const SEEDED_LIMITS = [
  ['1f6a0c52-7d3e-4b8a-9c41-5e2f8a7b1001', ['Up to 5 projects', '10GB storage']],
  ['2f6a0c52-7d3e-4b8a-9c41-5e2f8a7b1002', ['Unlimited projects', 'Unlimited storage']],
  ['4f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2001', ['Up to 5 team members', '10 projects', '5GB storage']],
  ['5f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2002', ['25 team members', '50 projects', '100GB storage']],
  ['6f6a0c52-7d3e-4b8a-9c41-5e2f8a7b2003', ['Unlimited team members', 'Unlimited projects', '1TB storage']],
] as const

/** CC recipients of clients' billing emails, To and Cc headers, and attached receipts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ddl(
    db,
    `alter table clients add column billing_cc text;
     alter table clients add column billing_bcc text;
     alter table mail_outbox add column shown_to text;
     alter table mail_outbox add column shown_cc text;
     create table mail_documents (
       mail_id text not null references mail_outbox (id) on delete cascade,
       position bigint not null,
       document text not null check (document in ('invoice', 'receipt')),
       document_id text not null,
       primary key (mail_id, position)
     );
     insert into mail_documents (mail_id, position, document, document_id)
       select mail_id, position, document, document_id from mail_attachments;
     drop table mail_attachments;
     alter table mail_documents rename to mail_attachments`,
  )
  await dropSeededLimits(db)
}

/** The limits shown on plans are now derived: removes the default texts about them, and leaves all others. */
export async function dropSeededLimits(db: Kysely<unknown>): Promise<void> {
  const texts = SEEDED_LIMITS.flatMap(([plan, own]) => own.map((text) => ({ plan, text })))
  for (const { plan, text } of texts) {
    await sql`delete from plan_features where plan_id = ${plan} and text = ${text}`.execute(db)
  }
}
