-- A store as a judge from before the first release left it at its last step, 0012; its events and positions are as an early
-- judge wrote them: a game in its second phase, one that forms, a letter that waits.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0012');
CREATE TABLE bounces (
	address VARCHAR(320) NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	note TEXT NOT NULL, 
	PRIMARY KEY (address, day)
);
CREATE TABLE carried (
	subscription INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	since VARCHAR(32) NOT NULL, 
	"after" INTEGER NOT NULL, 
	printed JSON NOT NULL, 
	PRIMARY KEY (subscription, game), 
	FOREIGN KEY(subscription) REFERENCES subscriptions (id), 
	FOREIGN KEY(game) REFERENCES games (name)
);
CREATE TABLE epochs (
	id INTEGER NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE events (
	game VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	body JSON NOT NULL, 
	PRIMARY KEY (game, seq), 
	FOREIGN KEY(game) REFERENCES games (name)
);
INSERT INTO "events" VALUES('walk',0,'2026-11-22T13:57:53.071970+00:00','{"event":"Created","name":"walk","variant":"standard","version":"6b6452aeecf4","settings":{"deadlines":{},"house_rules":{}}}');
INSERT INTO "events" VALUES('walk',1,'2026-11-22T14:01:02.963090+00:00','{"event":"Joined","seat":"1","prefers":["Austria"]}');
INSERT INTO "events" VALUES('walk',2,'2026-11-22T14:01:04.862977+00:00','{"event":"Joined","seat":"2","prefers":["England"]}');
INSERT INTO "events" VALUES('walk',3,'2026-11-22T14:01:04.963041+00:00','{"event":"Joined","seat":"3","prefers":["France"]}');
INSERT INTO "events" VALUES('walk',4,'2026-11-22T14:01:05.083161+00:00','{"event":"Joined","seat":"4","prefers":["Germany"]}');
INSERT INTO "events" VALUES('walk',5,'2026-11-22T14:01:05.127155+00:00','{"event":"Joined","seat":"5","prefers":["Italy"]}');
INSERT INTO "events" VALUES('walk',6,'2026-11-22T14:01:05.186968+00:00','{"event":"Joined","seat":"6","prefers":["Russia"]}');
INSERT INTO "events" VALUES('walk',7,'2026-11-22T14:01:05.256049+00:00','{"event":"Joined","seat":"7","prefers":["Turkey"]}');
INSERT INTO "events" VALUES('walk',8,'2026-11-22T14:01:30.264407+00:00','{"event":"Began","powers":{"7":"Turkey","3":"France","6":"Russia","2":"England","4":"Germany","1":"Austria","5":"Italy"},"position":{"phase":["Spring 1901","movement",1901,0],"units":["Austria A(Bud)","Austria A(Vie)","Austria F(Tri)","England A(Lvp)","England F(Edi)","England F(Lon)","France A(Mar)","France A(Par)","France F(Bre)","Germany A(Ber)","Germany A(Mun)","Germany F(Kie)","Italy A(Rom)","Italy A(Ven)","Italy F(Nap)","Russia A(Mos)","Russia A(War)","Russia F(Sev)","Russia F(StP.sc)","Turkey A(Con)","Turkey A(Smy)","Turkey F(Ank)"],"owners":{"Bud":"Austria","Tri":"Austria","Vie":"Austria","Edi":"England","Lvp":"England","Lon":"England","Bre":"France","Mar":"France","Par":"France","Ber":"Germany","Kie":"Germany","Mun":"Germany","Nap":"Italy","Rom":"Italy","Ven":"Italy","Mos":"Russia","Sev":"Russia","StP":"Russia","War":"Russia","Ank":"Turkey","Con":"Turkey","Smy":"Turkey"},"dislodged":[],"standoffs":[],"facts":{}},"due":null,"year":1900}');
INSERT INTO "events" VALUES('walk',9,'2026-11-22T14:03:12.363323+00:00','{"event":"OrdersTaken","power":"Austria","phase":"Spring 1901","orders":[{"verb":"move","unit":"A(Bud)","target":"Ser"},{"verb":"move","unit":"F(Tri)","target":"Alb"},{"verb":"stands","unit":"A(Vie)"}]}');
INSERT INTO "events" VALUES('walk',10,'2026-11-22T14:03:13.555752+00:00','{"event":"OrdersTaken","power":"England","phase":"Spring 1901","orders":[{"verb":"move","unit":"F(Edi)","target":"NWG"},{"verb":"move","unit":"F(Lon)","target":"NTH"},{"verb":"move","unit":"A(Lvp)","target":"Yor"}]}');
INSERT INTO "events" VALUES('walk',11,'2026-11-22T14:03:13.619724+00:00','{"event":"OrdersTaken","power":"France","phase":"Spring 1901","orders":[{"verb":"move","unit":"A(Mar)","target":"Spa"},{"verb":"move","unit":"A(Par)","target":"Bur"},{"verb":"move","unit":"F(Bre)","target":"MAO"}]}');
INSERT INTO "events" VALUES('walk',12,'2026-11-22T14:03:13.694945+00:00','{"event":"OrdersTaken","power":"Germany","phase":"Spring 1901","orders":[{"verb":"move","unit":"A(Ber)","target":"Kie"},{"verb":"move","unit":"A(Mun)","target":"Bur"},{"verb":"move","unit":"F(Kie)","target":"Den"}]}');
INSERT INTO "events" VALUES('walk',13,'2026-11-22T14:03:13.742924+00:00','{"event":"OrdersTaken","power":"Italy","phase":"Spring 1901","orders":[{"verb":"move","unit":"A(Ven)","target":"Tyr"},{"verb":"move","unit":"A(Rom)","target":"Ven"},{"verb":"move","unit":"F(Nap)","target":"ION"}]}');
INSERT INTO "events" VALUES('walk',14,'2026-11-22T14:03:13.788774+00:00','{"event":"OrdersTaken","power":"Russia","phase":"Spring 1901","orders":[{"verb":"move","unit":"A(War)","target":"Gal"},{"verb":"move","unit":"A(Mos)","target":"Ukr"},{"verb":"move","unit":"F(Sev)","target":"BLA"},{"verb":"move","unit":"F(StP.sc)","target":"BOT"}]}');
INSERT INTO "events" VALUES('walk',15,'2026-11-22T14:03:13.788774+00:00','{"event":"PressSent","seat":"6"}');
INSERT INTO "events" VALUES('walk',16,'2026-11-22T14:03:13.905008+00:00','{"event":"OrdersTaken","power":"Turkey","phase":"Spring 1901","orders":[{"verb":"move","unit":"A(Con)","target":"Bul"},{"verb":"move","unit":"A(Smy)","target":"Con"},{"verb":"move","unit":"F(Ank)","target":"BLA"}]}');
INSERT INTO "events" VALUES('walk',17,'2026-11-22T14:03:59.923740+00:00','{"event":"PhaseRun","phase":"Spring 1901","orders":{"Austria":[{"verb":"move","unit":"A(Bud)","target":"Ser"},{"verb":"move","unit":"F(Tri)","target":"Alb"},{"verb":"stands","unit":"A(Vie)"}],"England":[{"verb":"move","unit":"F(Edi)","target":"NWG"},{"verb":"move","unit":"F(Lon)","target":"NTH"},{"verb":"move","unit":"A(Lvp)","target":"Yor"}],"France":[{"verb":"move","unit":"A(Mar)","target":"Spa"},{"verb":"move","unit":"A(Par)","target":"Bur"},{"verb":"move","unit":"F(Bre)","target":"MAO"}],"Germany":[{"verb":"move","unit":"A(Ber)","target":"Kie"},{"verb":"move","unit":"A(Mun)","target":"Bur"},{"verb":"move","unit":"F(Kie)","target":"Den"}],"Italy":[{"verb":"move","unit":"A(Ven)","target":"Tyr"},{"verb":"move","unit":"A(Rom)","target":"Ven"},{"verb":"move","unit":"F(Nap)","target":"ION"}],"Russia":[{"verb":"move","unit":"A(War)","target":"Gal"},{"verb":"move","unit":"A(Mos)","target":"Ukr"},{"verb":"move","unit":"F(Sev)","target":"BLA"},{"verb":"move","unit":"F(StP.sc)","target":"BOT"}],"Turkey":[{"verb":"move","unit":"A(Con)","target":"Bul"},{"verb":"move","unit":"A(Smy)","target":"Con"},{"verb":"move","unit":"F(Ank)","target":"BLA"}]},"silent":[],"position":{"phase":["Autumn 1901","movement",1901,2],"units":["Austria A(Ser)","Austria A(Vie)","Austria F(Alb)","England A(Yor)","England F(NWG)","England F(NTH)","France A(Spa)","France A(Par)","France F(MAO)","Germany A(Kie)","Germany A(Mun)","Germany F(Den)","Italy A(Ven)","Italy A(Tyr)","Italy F(ION)","Russia A(Ukr)","Russia A(Gal)","Russia F(Sev)","Russia F(BOT)","Turkey A(Bul)","Turkey A(Con)","Turkey F(Ank)"],"owners":{"Bud":"Austria","Tri":"Austria","Vie":"Austria","Edi":"England","Lvp":"England","Lon":"England","Bre":"France","Mar":"France","Par":"France","Ber":"Germany","Kie":"Germany","Mun":"Germany","Nap":"Italy","Rom":"Italy","Ven":"Italy","Mos":"Russia","Sev":"Russia","StP":"Russia","War":"Russia","Ank":"Turkey","Con":"Turkey","Smy":"Turkey"},"dislodged":[],"standoffs":[],"facts":{}},"counted":false,"due":null,"throws":{}}');
INSERT INTO "events" VALUES('walk',18,'2026-11-22T14:05:48.807693+00:00','{"event":"OrdersTaken","power":"Austria","phase":"Autumn 1901","orders":[{"verb":"support","unit":"A(Ser)","of":"F(Alb)","target":"Gre"},{"verb":"move","unit":"F(Alb)","target":"Gre"},{"verb":"stands","unit":"A(Vie)"}]}');
INSERT INTO "events" VALUES('walk',19,'2026-11-22T14:05:51.931129+00:00','{"event":"OrdersTaken","power":"England","phase":"Autumn 1901","orders":[{"verb":"move","unit":"A(Yor)","target":"Nwy"},{"verb":"convoy","unit":"F(NTH)","of":"A(Yor)","target":"Nwy"},{"verb":"support","unit":"F(NWG)","of":"A(Yor)","target":"Nwy"}]}');
INSERT INTO "events" VALUES('walk',20,'2026-11-22T14:05:51.991158+00:00','{"event":"OrdersTaken","power":"France","phase":"Autumn 1901","orders":[{"verb":"move","unit":"A(Par)","target":"Bur"},{"verb":"stands","unit":"A(Spa)"},{"verb":"move","unit":"F(MAO)","target":"Por"}]}');
INSERT INTO "events" VALUES('later',0,'2026-11-22T14:06:55.227360+00:00','{"event":"Created","name":"later","variant":"standard","version":"6b6452aeecf4","settings":{"deadlines":{},"house_rules":{}}}');
INSERT INTO "events" VALUES('later',1,'2026-11-22T14:07:44.430206+00:00','{"event":"Joined","seat":"1"}');
CREATE TABLE favours (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	whom VARCHAR(320) NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE games (
	name VARCHAR(40) NOT NULL, 
	head JSON NOT NULL, 
	card JSON NOT NULL, 
	seq INTEGER NOT NULL, 
	next_due VARCHAR(32), stage VARCHAR(10) DEFAULT '' NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "games" VALUES('walk','{"name":"walk","variant":"standard","version":"6b6452aeecf4","stage":"running","seats":[{"key":"1","power":"Austria","prefers":["Austria"]},{"key":"2","power":"England","prefers":["England"]},{"key":"3","power":"France","prefers":["France"]},{"key":"4","power":"Germany","prefers":["Germany"]},{"key":"5","power":"Italy","prefers":["Italy"]},{"key":"6","power":"Russia","prefers":["Russia"]},{"key":"7","power":"Turkey","prefers":["Turkey"]}],"position":{"phase":["Autumn 1901","movement",1901,2],"units":["Austria A(Ser)","Austria A(Vie)","Austria F(Alb)","England A(Yor)","England F(NWG)","England F(NTH)","France A(Spa)","France A(Par)","France F(MAO)","Germany A(Kie)","Germany A(Mun)","Germany F(Den)","Italy A(Ven)","Italy A(Tyr)","Italy F(ION)","Russia A(Ukr)","Russia A(Gal)","Russia F(Sev)","Russia F(BOT)","Turkey A(Bul)","Turkey A(Con)","Turkey F(Ank)"],"owners":{"Bud":"Austria","Tri":"Austria","Vie":"Austria","Edi":"England","Lvp":"England","Lon":"England","Bre":"France","Mar":"France","Par":"France","Ber":"Germany","Kie":"Germany","Mun":"Germany","Nap":"Italy","Rom":"Italy","Ven":"Italy","Mos":"Russia","Sev":"Russia","StP":"Russia","War":"Russia","Ank":"Turkey","Con":"Turkey","Smy":"Turkey"},"dislodged":[],"standoffs":[],"facts":{}},"standing":{"Austria":{"version":1,"orders":[{"verb":"support","unit":"A(Ser)","of":"F(Alb)","target":"Gre"},{"verb":"move","unit":"F(Alb)","target":"Gre"},{"verb":"stands","unit":"A(Vie)"}]},"England":{"version":1,"orders":[{"verb":"move","unit":"A(Yor)","target":"Nwy"},{"verb":"convoy","unit":"F(NTH)","of":"A(Yor)","target":"Nwy"},{"verb":"support","unit":"F(NWG)","of":"A(Yor)","target":"Nwy"}]},"France":{"version":1,"orders":[{"verb":"move","unit":"A(Par)","target":"Bur"},{"verb":"stands","unit":"A(Spa)"},{"verb":"move","unit":"F(MAO)","target":"Por"}]}},"history":[[1900,{"Austria":3,"England":3,"France":3,"Germany":3,"Italy":3,"Russia":4,"Turkey":3}]],"turn":17,"throws":{},"stated":{},"seq":21}','{"title":"Standard Diplomacy","stage":"running","seats":7,"taken":7,"phase":"Autumn 1901"}',21,NULL,'running');
INSERT INTO "games" VALUES('later','{"name":"later","variant":"standard","version":"6b6452aeecf4","seats":[{"key":"1"}],"standing":{},"throws":{},"stated":{},"seq":2}','{"title":"Standard Diplomacy","stage":"forming","seats":7,"taken":1,"phase":""}',2,NULL,'forming');
CREATE TABLE habits (
	person_id INTEGER NOT NULL, 
	zone VARCHAR(60) NOT NULL, 
	due INTEGER NOT NULL, 
	late INTEGER NOT NULL, 
	silent INTEGER NOT NULL, 
	PRIMARY KEY (person_id), 
	FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE held (
	letter INTEGER NOT NULL, 
	mark VARCHAR(64) NOT NULL, 
	why VARCHAR(10) NOT NULL, 
	address VARCHAR(320) NOT NULL, 
	phases JSON NOT NULL, 
	until VARCHAR(32) NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	PRIMARY KEY (letter), 
	FOREIGN KEY(letter) REFERENCES letters (id), 
	UNIQUE (mark)
);
CREATE TABLE letters (
	id INTEGER NOT NULL, 
	source VARCHAR(300) NOT NULL, 
	received VARCHAR(32) NOT NULL, 
	sender TEXT NOT NULL, 
	recipient TEXT NOT NULL, 
	raw BLOB NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	note TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (source)
);
INSERT INTO "letters" VALUES(1,'pipe:35854f97b75a5508dad5d1b709c504ca1b8a753e46a292a009dd35c38acd3f42','2026-11-22T13:57:23.214863+00:00','harriet@zine.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(2,'pipe:7026f67ba688db5764708bc7af305469687a947b4de1d4d17d5e007e29c00916','2026-11-22T13:58:06.412253+00:00','ada@players.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(3,'pipe:df14748189ea544025a4b7c1485afe14796e6432e63d8d9080533d8b6c2c2428','2026-11-22T13:58:21.732012+00:00','ben@players.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(4,'pipe:e31a15dad2ac2ef91a3a67d231ab4bca4c00e382f6e9014c6f1f5a853779df96','2026-11-22T13:58:43.698010+00:00','chloe@players.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(5,'pipe:2c40b1a29a1dc1346adaf57b5043e9f478632209f1eb051863a840e94eea8459','2026-11-22T13:59:13.710110+00:00','dieter@players.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(6,'pipe:362963308ce3ac54778dfcd6649fbd3237cd3374c26d6b2090e4adf05f887f45','2026-11-22T13:59:42.582456+00:00','elena@players.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(7,'pipe:5d310c3ae34a7eb19600bf1fee1291accddd6eff507d6dd4ebf87e0f1018c2c2','2026-11-22T14:00:09.488879+00:00','felix@players.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(8,'pipe:82b64e88ad166d161929a08376dbb916ca53a7a8c812dee742bc159d545965bc','2026-11-22T14:00:30.795547+00:00','gwen@players.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(9,'pipe:a664b1ae305df99c90b3874d2eccb36ea26ab729c23bbac54a805ec64a08ee62','2026-11-22T14:01:16.794242+00:00','harriet@zine.example','judge+walk.gm.t6k7xgbnlzjjl4f46svixtnf@localhost',X'','done','');
INSERT INTO "letters" VALUES(10,'pipe:a3a436d7f5d78abb5207ebace5562861d978d3bbb8fad71ff7373d129a2ee3a7','2026-11-22T14:01:38.362220+00:00','ada@players.example','judge+walk.1.vwehjxugrsxagehjoimzr5j7@localhost',X'','done','');
INSERT INTO "letters" VALUES(11,'pipe:7402af96d7f88e07cd6b3f9f0a08748700a723dc3a75fa40200f70358b426136','2026-11-22T14:01:46.051725+00:00','ben@players.example','judge+walk.2.ngeriffiymm3qljxi3brozrr@localhost',X'','done','');
INSERT INTO "letters" VALUES(12,'pipe:579d5f6837b4b7d141f0fa08bb1e1cdb80ffd237eebf12118e7b8abb57c9da98','2026-11-22T14:01:53.634160+00:00','chloe@players.example','judge+walk.3.f4nn2nndydtni7a5r6t35v2d@localhost',X'','done','');
INSERT INTO "letters" VALUES(13,'pipe:1f0f285d084111308ea6de49561ebd001d35305a30db0f9b6a5765f1995162d0','2026-11-22T14:02:09.626731+00:00','dieter@players.example','judge+walk.4.dxixhw3ucslo7oezme3uz2oz@localhost',X'','done','');
INSERT INTO "letters" VALUES(14,'pipe:8f803caa88badadc7b591333cc53adfd74d42ab06777c202789e74b26c249384','2026-11-22T14:02:22.314567+00:00','elena@players.example','judge+walk.5.uiwh7cl4hvoowmbw7y55zpjh@localhost',X'','done','');
INSERT INTO "letters" VALUES(15,'pipe:b535e8f90c20029b078f4392796c22e82ade33e3b41f67ae44e574853f4440c1','2026-11-22T14:02:38.264640+00:00','felix@players.example','judge+walk.6.ojly4hikeb4bvghdenqaayvm@localhost',X'','done','');
INSERT INTO "letters" VALUES(16,'pipe:9f1b6d4c7a3bb6110f695c72034d26ab0f3d95176cca586998b916d6a5404e91','2026-11-22T14:02:53.187169+00:00','gwen@players.example','judge+walk.7.zxwncwdkgma7huxlbxlb3cfh@localhost',X'','done','');
INSERT INTO "letters" VALUES(17,'pipe:1b76cf1c93c809466d40b03219abeefc12595196a8980e29ca3eaf1304769ba6','2026-11-22T14:03:29.603495+00:00','harriet@zine.example','judge+walk.gm.t6k7xgbnlzjjl4f46svixtnf@localhost',X'','done','');
INSERT INTO "letters" VALUES(18,'pipe:d0eacd10e68d236d83dd94b1cfbdb55e3228ad613829c4d4025c607c40e05de1','2026-11-22T14:04:30.565458+00:00','ada@players.example','judge+walk.1.vwehjxugrsxagehjoimzr5j7@localhost',X'','done','');
INSERT INTO "letters" VALUES(19,'pipe:38d94a393760474a43550c0c66e5d70f0ad91661d7c65ea8bcc2e8f88f4168c9','2026-11-22T14:04:50.031021+00:00','ben@players.example','judge+walk.2.ngeriffiymm3qljxi3brozrr@localhost',X'','done','');
INSERT INTO "letters" VALUES(20,'pipe:45a8ed3606157ed6a8a5dd7ebab2ec1b7d7f37b7881c7d890b80f7da74da063f','2026-11-22T14:05:12.122046+00:00','chloe@players.example','judge+walk.3.f4nn2nndydtni7a5r6t35v2d@localhost',X'','done','');
INSERT INTO "letters" VALUES(21,'pipe:c9694ddf3e90ef7660f741838fc7dbb64b0e5f496aa06154b00a3be1774b08a0','2026-11-22T14:06:10.542039+00:00','harriet@zine.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(22,'pipe:dafedb4689620f76b99dd4b6a7c4a5b532366e351e0af4f97c0f75fe652bc219','2026-11-22T14:07:16.437758+00:00','elena@players.example','judge@localhost',X'','done','');
INSERT INTO "letters" VALUES(23,'pipe:974466271340aa025f54f8ca6d49264f748c0263da686c86a2a6add54b249fdb','2026-11-22T14:08:09.451868+00:00','dieter@players.example','judge+walk.4.dxixhw3ucslo7oezme3uz2oz@localhost',X'46726F6D3A2044696574657220566F7373203C64696574657240706C61796572732E6578616D706C653E0A546F3A206A756467652B77616C6B2E342E647869786877337563736C6F376F657A6D6533757A326F7A406C6F63616C686F73740A5375626A6563743A2052653A205B77616C6B5D20537072696E67203139303120726573756C74732E204765726D616E792C20417574756D6E20313930313A2033206F7264657273206475650A4D6573736167652D49443A203C3137393533353634373536352E3837332E313633363434343031323131373533373232353540706C61796572732E6578616D706C653E0A446174653A2053756E2C203232204E6F7620323032362031343A30373A3535202D303030300A496E2D5265706C792D546F3A203C6A756467652E3365373262363661643564353137333366643963333463373565623965353834406C6F63616C686F73743E0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D227574662D38220A436F6E74656E742D5472616E736665722D456E636F64696E673A20376269740A4D494D452D56657273696F6E3A20312E300A0A41204B49452D484F4C2E2041204D554E2D4255522E20462044454E2D5357452E0A','received','');
CREATE TABLE mapless (
	person_id INTEGER NOT NULL, 
	PRIMARY KEY (person_id), 
	FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE notices (
	id INTEGER NOT NULL, 
	"key" VARCHAR(300) NOT NULL, 
	address VARCHAR(320) NOT NULL, 
	kind VARCHAR(40) NOT NULL, 
	facts JSON NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	answers TEXT NOT NULL, 
	state VARCHAR(8) NOT NULL, 
	next_try VARCHAR(32) NOT NULL, 
	attempts INTEGER DEFAULT '0' NOT NULL, 
	since VARCHAR(32), 
	message_id VARCHAR(300) DEFAULT '' NOT NULL, 
	rendered BLOB, 
	note TEXT DEFAULT '' NOT NULL, epoch VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
INSERT INTO "notices" VALUES(41,'letter/18/answer','ada@players.example','answer','{"replies":[{"kind":"orders","taken":["A(Ser) S F(Alb)-Gre","F(Alb)-Gre","A(Vie) stands"],"problems":[],"more":0,"ignored":[]}],"received":"2026-11-22T14:04:30.565458+00:00","now":{"game":"walk","title":"Standard Diplomacy","reader":"Austria","stage":"running","phase":"Autumn 1901","kind":"movement","due":null,"zone":"UTC","seats":7,"taken":7,"final":false,"heard":{},"owing":["Austria","England","France","Germany","Italy","Russia","Turkey"],"ending":"","winners":[],"seal":"","record":"","mine":{"units":["A(Ser)","A(Vie)","F(Alb)"],"builds":0,"removals":0},"owes":true,"version":1,"orders":[{"text":"A(Ser) S F(Alb)-Gre","warning":null},{"text":"F(Alb)-Gre","warning":null},{"text":"A(Vie) stands","warning":null}],"lacking":[],"sample":"A(Ser) stands","missing":0},"name":"Ada Quill","known":true}','walk','1','<179535625787.873.15590629261229592285@players.example>','sent','2026-11-22T14:10:52.175181+00:00',1,'2026-11-22T14:05:52.175181+00:00','<judge.51d3e6879ca826bf97ad64232423566b@localhost>',NULL,'','');
INSERT INTO "notices" VALUES(42,'letter/19/answer','ben@players.example','answer','{"replies":[{"kind":"orders","taken":["A(Yor)-Nwy","F(NTH) C A(Yor)-Nwy","F(NWG) S A(Yor)-Nwy"],"problems":[],"more":0,"ignored":[]}],"received":"2026-11-22T14:04:50.031021+00:00","now":{"game":"walk","title":"Standard Diplomacy","reader":"England","stage":"running","phase":"Autumn 1901","kind":"movement","due":null,"zone":"UTC","seats":7,"taken":7,"final":false,"heard":{},"owing":["Austria","England","France","Germany","Italy","Russia","Turkey"],"ending":"","winners":[],"seal":"","record":"","mine":{"units":["A(Yor)","F(NTH)","F(NWG)"],"builds":0,"removals":0},"owes":true,"version":1,"orders":[{"text":"A(Yor)-Nwy","warning":null},{"text":"F(NTH) C A(Yor)-Nwy","warning":null},{"text":"F(NWG) S A(Yor)-Nwy","warning":null}],"lacking":[],"sample":"A(Yor) stands","missing":0},"name":"Ben Okafor","known":true}','walk','2','<179535627712.873.9848730931512419567@players.example>','sent','2026-11-22T14:10:52.175181+00:00',1,'2026-11-22T14:05:52.175181+00:00','<judge.ccc06d1cdfd62fba6a285527650b4a35@localhost>',NULL,'','');
INSERT INTO "notices" VALUES(43,'letter/20/answer','chloe@players.example','answer','{"replies":[{"kind":"orders","taken":["A(Par)-Bur","A(Spa) stands","F(MAO)-Por"],"problems":[],"more":0,"ignored":[]}],"received":"2026-11-22T14:05:12.122046+00:00","now":{"game":"walk","title":"Standard Diplomacy","reader":"France","stage":"running","phase":"Autumn 1901","kind":"movement","due":null,"zone":"UTC","seats":7,"taken":7,"final":false,"heard":{},"owing":["Austria","England","France","Germany","Italy","Russia","Turkey"],"ending":"","winners":[],"seal":"","record":"","mine":{"units":["A(Par)","A(Spa)","F(MAO)"],"builds":0,"removals":0},"owes":true,"version":1,"orders":[{"text":"A(Par)-Bur","warning":null},{"text":"A(Spa) stands","warning":null},{"text":"F(MAO)-Por","warning":null}],"lacking":[],"sample":"A(Par) stands","missing":0},"name":"Chloe Marsh","known":true}','walk','3','<179535629848.873.6167340998534966108@players.example>','sent','2026-11-22T14:10:52.175181+00:00',1,'2026-11-22T14:05:52.175181+00:00','<judge.0cabbcc93cbe069417cb9202e5864b6a@localhost>',NULL,'','');
INSERT INTO "notices" VALUES(44,'letter/21/answer','harriet@zine.example','answer','{"replies":[{"kind":"created","title":"Standard Diplomacy","seats":7,"problems":[{"line":"DEADLINE 7 days","why":"no-time","word":"7 days"}],"seal":""}],"received":"2026-11-22T14:06:10.542039+00:00","now":{"game":"later","title":"Standard Diplomacy","reader":"gm","stage":"forming","phase":"","kind":"","due":null,"zone":"UTC","seats":7,"taken":0,"final":false,"heard":{},"owing":[],"ending":"","winners":[],"seal":"","record":"","mine":{"units":[],"builds":0,"removals":0},"owes":false,"version":0,"orders":[],"lacking":[],"sample":"","missing":0},"name":"Harriet Lowe","known":true}','later','gm','<179535636017.873.8348191520406383589@players.example>','sent','2026-11-22T14:11:57.685103+00:00',1,'2026-11-22T14:06:57.685103+00:00','<judge.620c14561870861a72f1fdd530931ce7@localhost>',NULL,'','');
INSERT INTO "notices" VALUES(45,'letter/22/answer','elena@players.example','answer','{"replies":[{"kind":"joined","seat":"1","taken":1,"seats":7,"prefers":[],"unknown":[]}],"received":"2026-11-22T14:07:16.437758+00:00","now":{"game":"later","title":"Standard Diplomacy","reader":"","stage":"forming","phase":"","kind":"","due":null,"zone":"UTC","seats":7,"taken":1,"final":false,"heard":{},"owing":[],"ending":"","winners":[],"seal":"","record":"","mine":{"units":[],"builds":0,"removals":0},"owes":false,"version":0,"orders":[],"lacking":[],"sample":"","missing":0},"name":"Elena Russo","known":true}','later','1','<179535642526.873.5963691551645102832@players.example>','sent','2026-11-22T14:12:46.692980+00:00',1,'2026-11-22T14:07:46.692980+00:00','<judge.a213ba0f9e96eca7b3a3d98334a7b9c6@localhost>',NULL,'','');
INSERT INTO "notices" VALUES(46,'letter/22/0/news/gm','harriet@zine.example','news','{"what":"joined","by":"1","taken":1,"seats":7,"prefers":[],"unknown":[],"now":{"game":"later","title":"Standard Diplomacy","reader":"gm","stage":"forming","phase":"","kind":"","due":null,"zone":"UTC","seats":7,"taken":1,"final":false,"heard":{},"owing":[],"ending":"","winners":[],"seal":"","record":"","mine":{"units":[],"builds":0,"removals":0},"owes":false,"version":0,"orders":[],"lacking":[],"sample":"","missing":0}}','later','gm','','sent','2026-11-22T14:12:46.692980+00:00',1,'2026-11-22T14:07:46.692980+00:00','<judge.629d5bb67c88055624ce1eaeed8d3fc1@localhost>',NULL,'','');
CREATE TABLE people (
	id INTEGER NOT NULL, 
	"key" VARCHAR(320), 
	address VARCHAR(320) NOT NULL, 
	name TEXT NOT NULL, password VARCHAR(200) DEFAULT '' NOT NULL, tries INTEGER DEFAULT '0' NOT NULL, tried VARCHAR(32), bounced VARCHAR(32), 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
INSERT INTO "people" VALUES(1,'harriet@zine.example','harriet@zine.example','Harriet Lowe','',0,NULL,NULL);
INSERT INTO "people" VALUES(2,'ada@players.example','ada@players.example','Ada Quill','',0,NULL,NULL);
INSERT INTO "people" VALUES(3,'ben@players.example','ben@players.example','Ben Okafor','',0,NULL,NULL);
INSERT INTO "people" VALUES(4,'chloe@players.example','chloe@players.example','Chloe Marsh','',0,NULL,NULL);
INSERT INTO "people" VALUES(5,'dieter@players.example','dieter@players.example','Dieter Voss','',0,NULL,NULL);
INSERT INTO "people" VALUES(6,'elena@players.example','elena@players.example','Elena Russo','',0,NULL,NULL);
INSERT INTO "people" VALUES(7,'felix@players.example','felix@players.example','Felix Brandt','',0,NULL,NULL);
INSERT INTO "people" VALUES(8,'gwen@players.example','gwen@players.example','Gwen Hart','',0,NULL,NULL);
CREATE TABLE positions (
	game VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	phase VARCHAR(40) NOT NULL, 
	body JSON NOT NULL, 
	PRIMARY KEY (game, seq), 
	FOREIGN KEY(game) REFERENCES games (name)
);
INSERT INTO "positions" VALUES('walk',17,'Spring 1901','{"game":"walk","variant":"standard","outcome":{"before":{"phase":["Spring 1901","movement",1901,0],"units":["Austria A(Bud)","Austria A(Vie)","Austria F(Tri)","England A(Lvp)","England F(Edi)","England F(Lon)","France A(Mar)","France A(Par)","France F(Bre)","Germany A(Ber)","Germany A(Mun)","Germany F(Kie)","Italy A(Rom)","Italy A(Ven)","Italy F(Nap)","Russia A(Mos)","Russia A(War)","Russia F(Sev)","Russia F(StP.sc)","Turkey A(Con)","Turkey A(Smy)","Turkey F(Ank)"],"owners":{"Bud":"Austria","Tri":"Austria","Vie":"Austria","Edi":"England","Lvp":"England","Lon":"England","Bre":"France","Mar":"France","Par":"France","Ber":"Germany","Kie":"Germany","Mun":"Germany","Nap":"Italy","Rom":"Italy","Ven":"Italy","Mos":"Russia","Sev":"Russia","StP":"Russia","War":"Russia","Ank":"Turkey","Con":"Turkey","Smy":"Turkey"},"dislodged":[],"standoffs":[],"facts":{}},"position":{"phase":["Autumn 1901","movement",1901,2],"units":["Austria A(Ser)","Austria A(Vie)","Austria F(Alb)","England A(Yor)","England F(NWG)","England F(NTH)","France A(Spa)","France A(Par)","France F(MAO)","Germany A(Kie)","Germany A(Mun)","Germany F(Den)","Italy A(Ven)","Italy A(Tyr)","Italy F(ION)","Russia A(Ukr)","Russia A(Gal)","Russia F(Sev)","Russia F(BOT)","Turkey A(Bul)","Turkey A(Con)","Turkey F(Ank)"],"owners":{"Bud":"Austria","Tri":"Austria","Vie":"Austria","Edi":"England","Lvp":"England","Lon":"England","Bre":"France","Mar":"France","Par":"France","Ber":"Germany","Kie":"Germany","Mun":"Germany","Nap":"Italy","Rom":"Italy","Ven":"Italy","Mos":"Russia","Sev":"Russia","StP":"Russia","War":"Russia","Ank":"Turkey","Con":"Turkey","Smy":"Turkey"},"dislodged":[],"standoffs":[],"facts":{}},"results":[{"power":"Austria","order":{"verb":"move","unit":"A(Bud)","target":"Ser"},"word":"succeeds","unit":"Austria A(Bud)"},{"power":"Austria","order":{"verb":"move","unit":"F(Tri)","target":"Alb"},"word":"succeeds","unit":"Austria F(Tri)"},{"power":"Austria","order":{"verb":"stands","unit":"A(Vie)"},"word":"stands","unit":"Austria A(Vie)"},{"power":"England","order":{"verb":"move","unit":"F(Edi)","target":"NWG"},"word":"succeeds","unit":"England F(Edi)"},{"power":"England","order":{"verb":"move","unit":"F(Lon)","target":"NTH"},"word":"succeeds","unit":"England F(Lon)"},{"power":"England","order":{"verb":"move","unit":"A(Lvp)","target":"Yor"},"word":"succeeds","unit":"England A(Lvp)"},{"power":"France","order":{"verb":"move","unit":"A(Mar)","target":"Spa"},"word":"succeeds","unit":"France A(Mar)"},{"power":"France","order":{"verb":"move","unit":"A(Par)","target":"Bur"},"word":"fails","unit":"France A(Par)","reason":{"code":"standoff","space":"Bur","by":["Germany A(Mun)"],"mine":[1,[]],"theirs":[1,[]],"emptied":true}},{"power":"France","order":{"verb":"move","unit":"F(Bre)","target":"MAO"},"word":"succeeds","unit":"France F(Bre)"},{"power":"Germany","order":{"verb":"move","unit":"A(Ber)","target":"Kie"},"word":"succeeds","unit":"Germany A(Ber)"},{"power":"Germany","order":{"verb":"move","unit":"A(Mun)","target":"Bur"},"word":"fails","unit":"Germany A(Mun)","reason":{"code":"standoff","space":"Bur","by":["France A(Par)"],"mine":[1,[]],"theirs":[1,[]],"emptied":true}},{"power":"Germany","order":{"verb":"move","unit":"F(Kie)","target":"Den"},"word":"succeeds","unit":"Germany F(Kie)"},{"power":"Italy","order":{"verb":"move","unit":"A(Ven)","target":"Tyr"},"word":"succeeds","unit":"Italy A(Ven)"},{"power":"Italy","order":{"verb":"move","unit":"A(Rom)","target":"Ven"},"word":"succeeds","unit":"Italy A(Rom)"},{"power":"Italy","order":{"verb":"move","unit":"F(Nap)","target":"ION"},"word":"succeeds","unit":"Italy F(Nap)"},{"power":"Russia","order":{"verb":"move","unit":"A(War)","target":"Gal"},"word":"succeeds","unit":"Russia A(War)"},{"power":"Russia","order":{"verb":"move","unit":"A(Mos)","target":"Ukr"},"word":"succeeds","unit":"Russia A(Mos)"},{"power":"Russia","order":{"verb":"move","unit":"F(Sev)","target":"BLA"},"word":"fails","unit":"Russia F(Sev)","reason":{"code":"standoff","space":"BLA","by":["Turkey F(Ank)"],"mine":[1,[]],"theirs":[1,[]],"emptied":true}},{"power":"Russia","order":{"verb":"move","unit":"F(StP.sc)","target":"BOT"},"word":"succeeds","unit":"Russia F(StP.sc)"},{"power":"Turkey","order":{"verb":"move","unit":"A(Con)","target":"Bul"},"word":"succeeds","unit":"Turkey A(Con)"},{"power":"Turkey","order":{"verb":"move","unit":"A(Smy)","target":"Con"},"word":"succeeds","unit":"Turkey A(Smy)"},{"power":"Turkey","order":{"verb":"move","unit":"F(Ank)","target":"BLA"},"word":"fails","unit":"Turkey F(Ank)","reason":{"code":"standoff","space":"BLA","by":["Russia F(Sev)"],"mine":[1,[]],"theirs":[1,[]],"emptied":true}}],"removed":[],"changed":{},"counted":false,"winners":[],"facts":[],"throws":{}},"history":[[1900,{"Austria":3,"England":3,"France":3,"Germany":3,"Italy":3,"Russia":4,"Turkey":3}]],"press":[15],"run":"2026-11-22T14:03:59.923740+00:00"}');
CREATE TABLE press (
	game VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	body JSON NOT NULL, 
	PRIMARY KEY (game, seq), 
	FOREIGN KEY(game) REFERENCES games (name)
);
INSERT INTO "press" VALUES('walk',15,'6','{"text":"BUCHAREST: We came for the oil and stayed for the welcome.","signed":true}');
CREATE TABLE printed (
	person_id INTEGER NOT NULL, 
	how VARCHAR(8) NOT NULL, 
	PRIMARY KEY (person_id), 
	FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE published (
	person_id INTEGER NOT NULL, 
	PRIMARY KEY (person_id), 
	FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE readings (
	letter INTEGER NOT NULL, 
	author VARCHAR(340) NOT NULL, 
	message_id VARCHAR(420) NOT NULL, 
	content VARCHAR(64) NOT NULL, 
	at VARCHAR(32) NOT NULL, 
	written VARCHAR(32), 
	game VARCHAR(40) DEFAULT '' NOT NULL, 
	seat VARCHAR(40) DEFAULT '' NOT NULL, 
	told VARCHAR(8) DEFAULT '' NOT NULL, 
	PRIMARY KEY (letter), 
	FOREIGN KEY(letter) REFERENCES letters (id)
);
CREATE TABLE "seats" (
	game VARCHAR(40) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	person_id INTEGER NOT NULL, 
	nonce VARCHAR(64) NOT NULL, 
	mark VARCHAR(64), 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (name), 
	UNIQUE (nonce), 
	FOREIGN KEY(person_id) REFERENCES people (id)
);
INSERT INTO "seats" VALUES('walk','gm',1,'t6k7xgbnlzjjl4f46svixtnf',NULL);
INSERT INTO "seats" VALUES('walk','1',2,'vwehjxugrsxagehjoimzr5j7',NULL);
INSERT INTO "seats" VALUES('walk','2',3,'ngeriffiymm3qljxi3brozrr',NULL);
INSERT INTO "seats" VALUES('walk','3',4,'f4nn2nndydtni7a5r6t35v2d',NULL);
INSERT INTO "seats" VALUES('walk','4',5,'dxixhw3ucslo7oezme3uz2oz',NULL);
INSERT INTO "seats" VALUES('walk','5',6,'uiwh7cl4hvoowmbw7y55zpjh',NULL);
INSERT INTO "seats" VALUES('walk','6',7,'ojly4hikeb4bvghdenqaayvm',NULL);
INSERT INTO "seats" VALUES('walk','7',8,'zxwncwdkgma7huxlbxlb3cfh',NULL);
INSERT INTO "seats" VALUES('later','gm',1,'mtaeuqs2aotw5pcm27tbfh4z',NULL);
INSERT INTO "seats" VALUES('later','1',6,'bnjt7u35tt2iypbahm7x7ksf',NULL);
CREATE TABLE secrets (
	game VARCHAR(40) NOT NULL, 
	seed VARCHAR(128) NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (name)
);
INSERT INTO "secrets" VALUES('walk','a873e68a1263a68b17e281cb9cdf7368dab988cdb501640fa8bb1f43ab61b93e');
INSERT INTO "secrets" VALUES('later','57177cb44f0369f505bf877aa931780035efef76acbd57eedca60f18fccb9d1e');
CREATE TABLE subscriptions (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	zine VARCHAR(80) NOT NULL, 
	copydate JSON NOT NULL, 
	formats JSON NOT NULL, 
	style TEXT NOT NULL, 
	errata JSON NOT NULL, 
	last VARCHAR(32), 
	due VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE tenures (
	id INTEGER NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	person_id INTEGER NOT NULL, 
	since VARCHAR(40) NOT NULL, 
	until VARCHAR(40), 
	PRIMARY KEY (id), 
	FOREIGN KEY(game) REFERENCES games (name), 
	FOREIGN KEY(person_id) REFERENCES people (id)
);
CREATE TABLE wishes (
	game VARCHAR(40) NOT NULL, 
	seat VARCHAR(40) NOT NULL, 
	line TEXT NOT NULL, 
	until VARCHAR(32) NOT NULL, 
	PRIMARY KEY (game, seat), 
	FOREIGN KEY(game) REFERENCES games (name)
);
CREATE INDEX letters_received ON letters (received, id) WHERE state = 'received';
CREATE INDEX games_due ON games (next_due);
CREATE INDEX notices_queued ON notices (next_try, id) WHERE state = 'queued';
CREATE INDEX seats_person ON seats (person_id);
CREATE UNIQUE INDEX seats_mark ON seats (mark);
CREATE INDEX notices_message_id ON notices (message_id);
CREATE INDEX held_address ON held (address);
CREATE INDEX readings_author ON readings (author, at);
CREATE INDEX readings_seat ON readings (game, seat, at);
CREATE INDEX tenures_game ON tenures (game, seat);
CREATE INDEX tenures_person ON tenures (person_id);
CREATE INDEX letters_aside ON letters (state) WHERE state IN ('held', 'refused', 'shunted');
CREATE INDEX readings_message_id ON readings (message_id);
CREATE INDEX subscriptions_due ON subscriptions (due);
CREATE INDEX subscriptions_person ON subscriptions (person_id);
CREATE INDEX carried_game ON carried (game);
CREATE INDEX games_stage ON games (stage, name);
CREATE INDEX favours_person ON favours (person_id, kind, at);
CREATE INDEX favours_whom ON favours (whom);
COMMIT;
