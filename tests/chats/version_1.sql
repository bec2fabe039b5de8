-- a file of schema version 1 as the program wrote it then; never to be changed
PRAGMA application_id = 1397508432;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE conversations (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL,
        leaf_id TEXT REFERENCES messages(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
    );
INSERT INTO "conversations" VALUES('id01','What is a wake?',1000.0,1005.0,'id05');
INSERT INTO "conversations" VALUES('id06','Empty',1006.0,1006.0,NULL);
INSERT INTO "conversations" VALUES('id07','Failed',1007.0,1010.0,'id09');
CREATE TABLE messages (
        id TEXT PRIMARY KEY,
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        parent_id TEXT REFERENCES messages(id) ON DELETE CASCADE,
        role TEXT NOT NULL,
        content TEXT NOT NULL,
        status TEXT NOT NULL,
        created REAL NOT NULL,
        started TEXT,
        reason TEXT,
        error TEXT,
        tally TEXT,
        model TEXT,
        mode TEXT,
        tokens INTEGER
    );
INSERT INTO "messages" VALUES('id02','id01',NULL,'user','What is a wake?
In one line.','complete',1001.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES('id03','id01','id02','assistant','The wake of of of of of of of of of of of of of of of of','complete',1002.0,'{"event":"request","model":"m","mode":"plain","resolved":{"device":"cpu","dtype":"float32"}}','eos',NULL,'{"source":"measured","rounds":17,"emitted":18,"drafted":3,"accepted":1,"rejected":1,"untested":1,"bonus":0,"corrected":1,"target_calls":17,"draft_calls":0,"tested_levels":2,"acceptance_rate":0.5,"draft_utilisation":0.3333333333333333,"tokens_per_round":1.0588235294117647,"acceptance_by_position":[1.0,0.0],"accepted_histogram":[16,1],"draft_s":0.001,"verify_s":0.5100000000000002,"other_s":0.016500000000000008,"ttft_s":0.2,"prefill_tokens_per_s":null,"decode_tokens_per_s":1.0062893081761004}','m','plain',18);
INSERT INTO "messages" VALUES('id04','id01','id03','user','船的尾流','complete',1004.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES('id05','id01','id04','assistant','','streaming',1005.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES('id08','id07',NULL,'user','Too much','complete',1008.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "messages" VALUES('id09','id07','id08','assistant','some','failed',1009.0,NULL,NULL,'Out of memory.',NULL,NULL,NULL,NULL);
CREATE TABLE parts (
        message_id TEXT NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        round TEXT,
        text TEXT,
        PRIMARY KEY (message_id, seq)
    ) WITHOUT ROWID;
INSERT INTO "parts" VALUES('id03',0,'{"index":0,"drafter":"lookup","drafts":[{"token":1,"text":"The","q":0.9,"p":0.8,"verdict":"accepted","parent":-1},{"token":2,"text":" wrong","q":0.5,"p":0.1,"verdict":"rejected","parent":0},{"token":3,"text":" later","q":null,"p":null,"verdict":"untested","parent":1}],"emitted":[{"token":1,"text":"The","origin":"accepted","p":0.8},{"token":4,"text":" wake","origin":"corrected","p":0.6}],"timing":{"draft":0.001,"verify":0.03,"other":0.0005},"at":0.2}',NULL);
INSERT INTO "parts" VALUES('id03',1,'{"index":1,"drafter":"none","drafts":[],"emitted":[{"token":101,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":1.1}',NULL);
INSERT INTO "parts" VALUES('id03',2,'{"index":2,"drafter":"none","drafts":[],"emitted":[{"token":102,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":2.1}',NULL);
INSERT INTO "parts" VALUES('id03',3,'{"index":3,"drafter":"none","drafts":[],"emitted":[{"token":103,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":3.1}',NULL);
INSERT INTO "parts" VALUES('id03',4,'{"index":4,"drafter":"none","drafts":[],"emitted":[{"token":104,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":4.1}',NULL);
INSERT INTO "parts" VALUES('id03',5,'{"index":5,"drafter":"none","drafts":[],"emitted":[{"token":105,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":5.1}',NULL);
INSERT INTO "parts" VALUES('id03',6,'{"index":6,"drafter":"none","drafts":[],"emitted":[{"token":106,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":6.1}',NULL);
INSERT INTO "parts" VALUES('id03',7,'{"index":7,"drafter":"none","drafts":[],"emitted":[{"token":107,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":7.1}',NULL);
INSERT INTO "parts" VALUES('id03',8,'{"index":8,"drafter":"none","drafts":[],"emitted":[{"token":108,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":8.1}',NULL);
INSERT INTO "parts" VALUES('id03',9,'{"index":9,"drafter":"none","drafts":[],"emitted":[{"token":109,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":9.1}',NULL);
INSERT INTO "parts" VALUES('id03',10,'{"index":10,"drafter":"none","drafts":[],"emitted":[{"token":110,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":10.1}',NULL);
INSERT INTO "parts" VALUES('id03',11,'{"index":11,"drafter":"none","drafts":[],"emitted":[{"token":111,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":11.1}',NULL);
INSERT INTO "parts" VALUES('id03',12,'{"index":12,"drafter":"none","drafts":[],"emitted":[{"token":112,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":12.1}',NULL);
INSERT INTO "parts" VALUES('id03',13,'{"index":13,"drafter":"none","drafts":[],"emitted":[{"token":113,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":13.1}',NULL);
INSERT INTO "parts" VALUES('id03',14,'{"index":14,"drafter":"none","drafts":[],"emitted":[{"token":114,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":14.1}',NULL);
INSERT INTO "parts" VALUES('id03',15,'{"index":15,"drafter":"none","drafts":[],"emitted":[{"token":115,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":15.1}',NULL);
INSERT INTO "parts" VALUES('id03',16,'{"index":16,"drafter":"none","drafts":[],"emitted":[{"token":116,"text":" of","origin":"plain","p":0.5}],"timing":{"draft":0.0,"verify":0.03,"other":0.001},"at":16.1}',NULL);
INSERT INTO "parts" VALUES('id05',0,NULL,'half a rep');
INSERT INTO "parts" VALUES('id05',1,NULL,'ly');
INSERT INTO "parts" VALUES('id09',0,NULL,'some');
CREATE INDEX messages_of_conversation ON messages(conversation_id);
CREATE INDEX messages_by_parent ON messages(parent_id);
CREATE INDEX conversations_by_leaf ON conversations(leaf_id);
CREATE INDEX streaming_messages ON messages(id) WHERE status = 'streaming';
CREATE INDEX plain_replies ON messages(model, created) WHERE mode = 'plain' AND status = 'complete';
COMMIT;
