-- The latest completed attempts of a kind are found without a look at the older ones: what the backlog will take is predicted from them.
create index lease_measured on lease (kind, ended_at desc) where outcome = 'completed';

-- Scenes of other publishes that wait for the same picture are found when it is drawn.
create index publish_scene_queued on publish_scene (rendition_hash) where state = 'queued';
